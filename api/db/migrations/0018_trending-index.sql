-- migration: compatible-from 0001_functions
-- migration: outside-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_trending" ON "movie" USING btree ("trending" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published' and trending > 0;
