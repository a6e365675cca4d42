-- migration: compatible-from 0001_functions
-- migration: outside-transaction
-- The orders of the admins' list, of those who have or had VIP time. An account without VIP time is in none of them.
-- They contain what a walk compares, so that it reads no account that it passes over.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_account_vip_created" ON "user_account" USING btree ("anonymous","created_at","uid") INCLUDE (vip_until) WHERE vip_until is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_account_vip_seen" ON "user_account" USING btree ("anonymous","last_seen_at","uid") INCLUDE (vip_until) WHERE vip_until is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_account_vip_label" ON "user_account" USING btree ("anonymous",left(lower(coalesce("name", "email", "uid")), 80),"uid") INCLUDE (vip_until, name, email) WHERE vip_until is not null;
