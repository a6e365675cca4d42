-- migration: compatible-from 0001_functions
-- What admins decide about the sounds of a video, and renditions that are added to it.
ALTER TABLE "encoding" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "encoding" ADD COLUMN "codecs" jsonb;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "sounds" jsonb;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "added" jsonb;