-- migration: compatible-from 0001_functions
CREATE TABLE "stream" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" text NOT NULL,
	"session" text NOT NULL,
	"player" text NOT NULL,
	"movie_id" text NOT NULL,
	"index" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "streams" integer;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_movie_id_index_episode_movie_id_index_fk" FOREIGN KEY ("movie_id","index") REFERENCES "public"."episode"("movie_id","index") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "stream_player" ON "stream" USING btree ("uid","session","player");--> statement-breakpoint
CREATE INDEX "stream_episode" ON "stream" USING btree ("movie_id","index");--> statement-breakpoint
CREATE INDEX "stream_expiry" ON "stream" USING btree ("expires_at");