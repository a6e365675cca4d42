CREATE TABLE "encoding" (
	"id" text PRIMARY KEY NOT NULL,
	"movie_id" text NOT NULL,
	"episode_index" integer NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"phase" text,
	"progress" double precision DEFAULT 0 NOT NULL,
	"left_s" double precision,
	"problem" text,
	"detail" text,
	"priority" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"job_id" text,
	"claim" text,
	"owner" jsonb,
	"preview_id" text,
	"asset_id" text,
	"sounds" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "encoding" ADD CONSTRAINT "encoding_episode" FOREIGN KEY ("movie_id","episode_index") REFERENCES "public"."episode"("movie_id","index") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "encoding_live" ON "encoding" USING btree ("movie_id","episode_index") WHERE state in ('waiting', 'encoding', 'paused');--> statement-breakpoint
CREATE INDEX "encoding_of_episode" ON "encoding" USING btree ("movie_id","episode_index","created_at");--> statement-breakpoint
CREATE INDEX "encoding_latest" ON "encoding" USING btree ("created_at","id");