CREATE TABLE "feedback" (
	"receipt" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"key" text NOT NULL,
	"category" text NOT NULL,
	"text" text NOT NULL,
	"context" jsonb,
	"screenshot" text,
	"reply" text,
	"replied_at" timestamp with time zone,
	"replied_by" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_page" (
	"key" text NOT NULL,
	"locale" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "text_page_key_locale_version_pk" PRIMARY KEY("key","locale","version")
);
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_key" ON "feedback" USING btree ("key");--> statement-breakpoint
CREATE INDEX "feedback_author" ON "feedback" USING btree ("uid","created_at" DESC NULLS FIRST,"receipt" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_latest" ON "feedback" USING btree ("created_at" DESC NULLS FIRST,"receipt" DESC NULLS FIRST);