-- migration: compatible-from 0001_functions
-- The rungs that samples of a film chose, kept for further attempts.
ALTER TABLE "encoding" ADD COLUMN "tuning" jsonb;
