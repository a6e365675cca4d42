ALTER TABLE "subtitle" ADD COLUMN "source" text DEFAULT 'file' NOT NULL;--> statement-breakpoint
ALTER TABLE "subtitle" ADD COLUMN "offset_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subtitle" ADD COLUMN "version" text;