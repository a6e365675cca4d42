-- migration: compatible-from 0001_functions
ALTER TABLE "local_identity" ADD COLUMN "confirmed_email" text;