-- migration: compatible-from 0001_functions
-- The screen of all jobs reads each table newest first, and counts what has not ended.
CREATE INDEX "encoding_state" ON "encoding" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "encoding_sidecars" ON "encoding" USING btree ("created_at","id") WHERE sidecars is not null;--> statement-breakpoint
CREATE INDEX "encoding_unread" ON "encoding" USING btree ("created_at","id") WHERE state = 'ready' and jsonb_path_exists(sidecars, '$[*] ? (@.problem != null && !exists(@.dismissed))');--> statement-breakpoint
CREATE INDEX "magnet_of_movie" ON "magnet" USING btree ("movie_id");