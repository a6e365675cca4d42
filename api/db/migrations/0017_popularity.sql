-- migration: compatible-from 0001_functions
-- What was watched of each movie, for popularity and trends: docs/decisions/081.
CREATE TABLE "movie_audience" (
	"day" date NOT NULL,
	"movie_id" text NOT NULL,
	"viewers" double precision NOT NULL,
	CONSTRAINT "movie_audience_day_movie_id_pk" PRIMARY KEY("day","movie_id")
);
--> statement-breakpoint
CREATE TABLE "movie_viewer" (
	"day" date NOT NULL,
	"uid" text NOT NULL,
	"movie_id" text NOT NULL,
	"share" double precision NOT NULL,
	CONSTRAINT "movie_viewer_day_uid_movie_id_pk" PRIMARY KEY("day","uid","movie_id")
);
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "trending" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "movie_viewer" ADD CONSTRAINT "movie_viewer_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "movie_viewer_user" ON "movie_viewer" USING btree ("uid");
