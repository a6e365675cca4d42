-- migration: compatible-from 0001_functions
-- migration: outside-transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "episode_number" ON "episode" USING btree ("movie_id","season","number");
