CREATE TABLE "download_licence" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"device" text NOT NULL,
	"movie_id" text NOT NULL,
	"index" integer NOT NULL,
	"rendition" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "download_licence" ADD CONSTRAINT "download_licence_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "download_licence_thing" ON "download_licence" USING btree ("uid","device","movie_id","index");--> statement-breakpoint
CREATE INDEX "download_licence_expiry" ON "download_licence" USING btree ("expires_at");