CREATE TABLE "search_word" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "movie_text" ADD COLUMN "romanised" text;--> statement-breakpoint
CREATE INDEX "search_word_like" ON "search_word" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "movie_text_waiting" ON "movie_text" USING btree ("movie_id") WHERE romanised is null;