-- migration: compatible-from 0001_functions
ALTER TABLE "movie" ADD COLUMN "pictures" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "premiere_on" date;