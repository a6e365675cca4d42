-- migration: compatible-from 0001_functions
-- Collections of movies, and who follows them: docs/decisions/090.
CREATE TABLE "collection" (
	"id" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"sequence" text[] DEFAULT '{}' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follow" (
	"uid" text NOT NULL,
	"collection_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follow_uid_collection_id_pk" PRIMARY KEY("uid","collection_id")
);
--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "collections" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "told_collections" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "follow" ADD CONSTRAINT "follow_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow" ADD CONSTRAINT "follow_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_collection" ON "follow" USING btree ("collection_id","uid");
