-- migration: compatible-from 0001_functions
CREATE TABLE "pending_sign_in" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"uid" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "recovery_code_uid_digest_pk" PRIMARY KEY("uid","digest")
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"uid" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"last_step" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"guessed_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pending_sign_in" ADD CONSTRAINT "pending_sign_in_uid_second_factor_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."second_factor"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_uid_second_factor_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."second_factor"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_sign_in_uid" ON "pending_sign_in" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "pending_sign_in_expires" ON "pending_sign_in" USING btree ("expires_at");