ALTER TABLE "episode" ADD COLUMN "access" text;--> statement-breakpoint
ALTER TABLE "episode" ADD COLUMN "preview_s" integer;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "preview_s" integer DEFAULT 0 NOT NULL;