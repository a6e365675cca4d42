DROP INDEX "user_account_created";--> statement-breakpoint
DROP INDEX "user_account_seen";--> statement-breakpoint
DROP INDEX "user_account_label";--> statement-breakpoint
CREATE INDEX "user_account_kind_seen" ON "user_account" USING btree ("anonymous","last_seen_at","uid");--> statement-breakpoint
CREATE INDEX "user_account_kind_label" ON "user_account" USING btree ("anonymous",left(lower(coalesce("name", "email", "uid")), 80),"uid");