-- migration: compatible-from 0001_functions
CREATE TABLE "external_identity" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"uid" text NOT NULL,
	"label" text,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "external_identity_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "oidc_attempt" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"uid" text,
	"sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "local_identity" ADD COLUMN "external" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "external_identity" ADD CONSTRAINT "external_identity_uid_local_identity_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."local_identity"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_attempt" ADD CONSTRAINT "oidc_attempt_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_identity_uid" ON "external_identity" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oidc_attempt_uid" ON "oidc_attempt" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oidc_attempt_expires" ON "oidc_attempt" USING btree ("expires_at");