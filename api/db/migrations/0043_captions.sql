-- migration: compatible-from 0001_functions
CREATE TABLE "captioning" (
	"id" text PRIMARY KEY NOT NULL,
	"movie_id" text NOT NULL,
	"episode_index" integer NOT NULL,
	"locale" text,
	"replace" boolean NOT NULL,
	"state" text NOT NULL,
	"phase" text,
	"progress" double precision DEFAULT 0 NOT NULL,
	"left_s" double precision,
	"problem" text,
	"detail" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"job_id" text,
	"claim" text,
	"owner" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "subtitle" ADD COLUMN "edited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "captioning" ADD CONSTRAINT "captioning_episode" FOREIGN KEY ("movie_id","episode_index") REFERENCES "public"."episode"("movie_id","index") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "captioning_live" ON "captioning" USING btree ("movie_id","episode_index") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "captioning_of_episode" ON "captioning" USING btree ("movie_id","episode_index","created_at");--> statement-breakpoint
CREATE INDEX "captioning_latest" ON "captioning" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "captioning_state" ON "captioning" USING btree ("state","created_at","id");