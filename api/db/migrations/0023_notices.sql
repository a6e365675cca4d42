-- migration: compatible-from 0001_functions
CREATE TABLE "notice_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"uid" text,
	"at" timestamp with time zone NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"uid" text NOT NULL,
	"event_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	"pushed_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "notice_uid_event_id_pk" PRIMARY KEY("uid","event_id")
);
--> statement-breakpoint
CREATE TABLE "notice_choice" (
	"uid" text PRIMARY KEY NOT NULL,
	"push" text[] DEFAULT '{}' NOT NULL,
	"mail" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" integer,
	"quiet_to" integer,
	"zone" text DEFAULT 'UTC' NOT NULL,
	"declined_at" timestamp with time zone,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_delivery" (
	"subscription_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp with time zone,
	CONSTRAINT "push_delivery_subscription_id_event_id_pk" PRIMARY KEY("subscription_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"token_hash" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
-- What can be watched already is no news. A default that is a constant writes no row.
ALTER TABLE "episode" ADD COLUMN "told_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "episode" ALTER COLUMN "told_at" DROP DEFAULT;--> statement-breakpoint
UPDATE "episode" SET "told_at" = NULL WHERE "asset_id" IS NULL;--> statement-breakpoint
ALTER TABLE "notice_event" ADD CONSTRAINT "notice_event_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_event_id_notice_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."notice_event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_subscription_id_push_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscription"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_event_id_notice_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."notice_event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_token_hash_user_session_token_hash_fk" FOREIGN KEY ("token_hash") REFERENCES "public"."user_session"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_event_subject" ON "notice_event" USING btree ("topic","subject");--> statement-breakpoint
CREATE INDEX "notice_event_untold" ON "notice_event" USING btree ("at","id") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX "notice_event_at" ON "notice_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notice_event_uid" ON "notice_event" USING btree ("uid") WHERE uid is not null;--> statement-breakpoint
CREATE INDEX "notice_latest" ON "notice" USING btree ("uid","created_at" DESC NULLS FIRST,"event_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notice_unseen" ON "notice" USING btree ("uid") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "notice_event_of" ON "notice" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notice_choice_mail" ON "notice_choice" USING btree ("uid") WHERE mail <> '{}';--> statement-breakpoint
CREATE INDEX "push_delivery_due" ON "push_delivery" USING btree ("due_at") WHERE claimed_at is null;--> statement-breakpoint
CREATE INDEX "push_delivery_claimed" ON "push_delivery" USING btree ("claimed_at") WHERE claimed_at is not null;--> statement-breakpoint
CREATE INDEX "push_delivery_event" ON "push_delivery" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscription_endpoint" ON "push_subscription" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscription_uid" ON "push_subscription" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "push_subscription_session" ON "push_subscription" USING btree ("token_hash");
