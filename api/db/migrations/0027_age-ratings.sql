-- migration: compatible-from 0001_functions
ALTER TABLE "movie" ADD COLUMN "age_ratings" text[] DEFAULT '{}' NOT NULL;
