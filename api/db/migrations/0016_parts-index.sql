-- migration: compatible-from 0001_functions
-- migration: outside-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_entry_part" ON "audit_entry" USING btree ("part_of","target_id") WHERE part_of is not null;
