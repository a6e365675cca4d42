-- migration: compatible-from 0001_functions
-- The entry of TMDB that a movie was last filled from.
CREATE TABLE "movie_tmdb" (
	"movie_id" text PRIMARY KEY NOT NULL,
	"tmdb_id" integer NOT NULL,
	"kind" text NOT NULL,
	"season" integer,
	"filled_at" timestamp with time zone NOT NULL,
	"filled" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "movie_tmdb" ADD CONSTRAINT "movie_tmdb_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;