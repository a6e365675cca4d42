CREATE TABLE "magnet_file" (
	"magnet_id" text NOT NULL,
	"index" integer NOT NULL,
	"path" text NOT NULL,
	"bytes" double precision NOT NULL,
	"done_bytes" double precision DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"season" integer,
	"guess" integer,
	"sample" boolean DEFAULT false NOT NULL,
	"episode" integer,
	"encoding_key" text,
	"key" text,
	CONSTRAINT "magnet_file_magnet_id_index_pk" PRIMARY KEY("magnet_id","index")
);
--> statement-breakpoint
CREATE TABLE "magnet" (
	"id" text PRIMARY KEY NOT NULL,
	"infohash" text NOT NULL,
	"name" text NOT NULL,
	"sources" jsonb NOT NULL,
	"dropped" jsonb NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"detail" text,
	"bytes" double precision,
	"done_bytes" double precision DEFAULT 0 NOT NULL,
	"sent_bytes" double precision DEFAULT 0 NOT NULL,
	"sent_before" double precision DEFAULT 0 NOT NULL,
	"peers" integer DEFAULT 0 NOT NULL,
	"down_bps" double precision DEFAULT 0 NOT NULL,
	"up_bps" double precision DEFAULT 0 NOT NULL,
	"files" integer,
	"seeding" boolean DEFAULT false NOT NULL,
	"target" jsonb,
	"movie_id" text,
	"rights_uid" text,
	"rights_name" text,
	"rights_at" timestamp with time zone NOT NULL,
	"chosen_uid" text,
	"chosen_name" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"claim" text,
	"owner" jsonb,
	"beat_at" timestamp with time zone,
	"moved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "magnet_infohash_unique" UNIQUE("infohash")
);
--> statement-breakpoint
ALTER TABLE "magnet_file" ADD CONSTRAINT "magnet_file_magnet_id_magnet_id_fk" FOREIGN KEY ("magnet_id") REFERENCES "public"."magnet"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "magnet" ADD CONSTRAINT "magnet_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "magnet_newest" ON "magnet" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "magnet_state" ON "magnet" USING btree ("state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "magnet_live" ON "magnet" USING btree ("created_at") WHERE "magnet"."seeding" or "magnet"."state" in ('waiting-metadata', 'waiting', 'downloading', 'verifying', 'importing');