-- migration: compatible-from 0001_functions
-- migration: outside-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_short_code" ON "movie" USING btree (left(translate(encode(sha256(id::bytea), 'base64'), '+/', '-_'), 10));
