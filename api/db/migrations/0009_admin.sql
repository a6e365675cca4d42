CREATE TABLE "user_ban" (
	"uid" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"banned_by" text,
	"banned_name" text
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_uid" text,
	"actor_name" text,
	"action" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"undo" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "membership_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"uid" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"seconds" bigint,
	"until" timestamp with time zone,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"granted_by" text,
	"granted_name" text,
	"reason" text,
	"result" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "service_fact" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_change" (
	"revision" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"changed_by" text,
	"changed_name" text,
	"reason" text,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"revision" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "joined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "user_account" SET "joined_at" = "created_at" WHERE NOT "anonymous";--> statement-breakpoint
UPDATE "user_account" u SET "last_seen_at" = coalesce((SELECT max(s."last_seen_at") FROM "user_session" s WHERE s."uid" = u."uid"), u."created_at");--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_ban" ADD CONSTRAINT "user_ban_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_event" ADD CONSTRAINT "membership_event_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_ban_at" ON "user_ban" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entry_latest" ON "audit_entry" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_target" ON "audit_entry" USING btree ("target_kind","target_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_uid","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action" text_pattern_ops,"at","id");--> statement-breakpoint
CREATE INDEX "membership_event_person" ON "membership_event" USING btree ("uid","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_event_source" ON "membership_event" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "setting_change_at" ON "setting_change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "user_account_created" ON "user_account" USING btree ("created_at","uid");--> statement-breakpoint
CREATE INDEX "user_account_seen" ON "user_account" USING btree ("last_seen_at","uid");--> statement-breakpoint
CREATE INDEX "user_account_name" ON "user_account" USING btree (lower(coalesce("name", '')),"uid");--> statement-breakpoint
CREATE INDEX "user_account_joined" ON "user_account" USING btree ("joined_at") WHERE joined_at is not null;--> statement-breakpoint
CREATE INDEX "user_account_kind" ON "user_account" USING btree ("anonymous","created_at","uid");--> statement-breakpoint
CREATE INDEX "user_account_vip" ON "user_account" USING btree ("vip_until") WHERE vip_until is not null;--> statement-breakpoint
CREATE INDEX "user_account_admin" ON "user_account" USING btree ("admin") WHERE admin > 0;--> statement-breakpoint
CREATE INDEX "user_account_uid" ON "user_account" USING btree ("uid" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_account_find" ON "user_account" USING gin (lower(coalesce("email", '') || ' ' || coalesce("name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "feedback_open" ON "feedback" USING btree ("created_at" DESC NULLS FIRST,"receipt" DESC NULLS FIRST) WHERE replied_at is null and closed_at is null;