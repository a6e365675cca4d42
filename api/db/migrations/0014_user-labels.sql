DROP INDEX "user_account_name";--> statement-breakpoint
DROP INDEX "user_account_vip";--> statement-breakpoint
CREATE INDEX "user_account_label" ON "user_account" USING btree (left(lower(coalesce("name", "email", "uid")), 80),"uid");--> statement-breakpoint
CREATE INDEX "user_account_vip" ON "user_account" USING btree ("anonymous","vip_until") WHERE vip_until is not null;