-- migration: compatible-from 0001_functions
-- migration: outside-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "episode_untold" ON "episode" USING btree ("movie_id","index") WHERE told_at is null and asset_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "favourite_movie" ON "favourite" USING btree ("movie_id","uid");
