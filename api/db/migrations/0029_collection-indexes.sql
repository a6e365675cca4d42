-- migration: compatible-from 0001_functions
-- migration: outside-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_collections" ON "movie" USING gin ("collections");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_untold" ON "movie" USING btree ("id") WHERE not (collections <@ told_collections);
