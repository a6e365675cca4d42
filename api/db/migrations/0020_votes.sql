-- migration: compatible-from 0001_functions
-- Thumbs up and down, and their sums: docs/decisions/083.
CREATE TABLE "vote" (
	"uid" text NOT NULL,
	"movie_id" text NOT NULL,
	"liked" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "vote_uid_movie_id_pk" PRIMARY KEY("uid","movie_id")
);
--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "likes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "dislikes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vote" ADD CONSTRAINT "vote_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vote" ADD CONSTRAINT "vote_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vote_movie" ON "vote" USING btree ("movie_id");