-- migration: compatible-from 0001_functions
-- migration: outside-transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "movie_trailer_of" ON "movie" USING btree ("trailer_of") WHERE trailer_of is not null;
