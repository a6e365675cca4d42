-- migration: compatible-from 0001_functions
-- migration: outside-transaction
-- The indexes of orders with all that admins' lists are filtered by, and one index of words, facets and years, in which each
-- movie has its year and its decade. They also serve every query of the version before, which had them as several.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_by_year" ON "movie" USING btree ("year","id") INCLUDE (marks, title_marks, published_at, hide_at);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_by_title" ON "movie" USING btree ("sort_title","id") INCLUDE (marks, title_marks, year, published_at, hide_at);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_by_update" ON "movie" USING btree ("updated_at","id") INCLUDE (marks, title_marks, year, published_at, hide_at);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_by_publication" ON "movie" USING btree ("published_at","id") INCLUDE (marks, title_marks, year, hide_at);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_by_popularity" ON "movie" USING btree ("popularity","id") INCLUDE (marks, title_marks, year, published_at, hide_at);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "movie_find" ON "movie" USING gin ("search_title_words", movie_facets(status, access, kind, genres, tags, missing, has_video), (ARRAY[year, year / 10])) WITH (fastupdate = off);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "movie_year";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "movie_title";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "movie_updated";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "movie_published";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "movie_popularity";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "movie_search_title_words";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "movie_facets";
