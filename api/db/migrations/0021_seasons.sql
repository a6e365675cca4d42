-- migration: compatible-from 0001_functions
-- Seasons of series: docs/decisions/085. What is there is season 1; a number of null is the episode's index.
CREATE TABLE "season" (
	"movie_id" text NOT NULL,
	"season" integer NOT NULL,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"year" integer,
	CONSTRAINT "season_movie_id_season_pk" PRIMARY KEY("movie_id","season")
);
--> statement-breakpoint
ALTER TABLE "episode" ADD COLUMN "season" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "episode" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "magnet_file" ADD COLUMN "to_season" integer;--> statement-breakpoint
ALTER TABLE "magnet_file" ADD COLUMN "to_number" integer;--> statement-breakpoint
ALTER TABLE "season" ADD CONSTRAINT "season_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER season_tell AFTER INSERT OR UPDATE OR DELETE ON season FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');
