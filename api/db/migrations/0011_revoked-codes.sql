-- migration: compatible-from 0001_functions
-- One code can be revoked without its batch.
ALTER TABLE "code" ADD COLUMN "revoked_at" timestamp with time zone;