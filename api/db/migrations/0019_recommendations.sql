-- migration: compatible-from 0001_functions
CREATE TABLE "related_movie" (
	"movie_id" text NOT NULL,
	"other_id" text NOT NULL,
	"score" double precision NOT NULL,
	CONSTRAINT "related_movie_movie_id_other_id_pk" PRIMARY KEY("movie_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "recommending" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "related_movie" ADD CONSTRAINT "related_movie_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;