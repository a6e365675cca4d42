CREATE TABLE "password_reset" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "profile_edited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "data_saver" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_uid_local_identity_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."local_identity"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_reset_uid" ON "password_reset" USING btree ("uid");--> statement-breakpoint
-- Until here the demo's accounts were known by their addresses alone, of a domain that receives no mail.
UPDATE "user_account" SET "demo" = true WHERE "email" IN ('admin@demo.test', 'vip@demo.test', 'user@demo.test');
