ALTER TABLE "text_page" ADD COLUMN "edited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "text_page" SET "edited" = true WHERE "updated_by" IS NOT NULL;
