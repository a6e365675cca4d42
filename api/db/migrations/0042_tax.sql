-- migration: compatible-from 0001_functions
ALTER TABLE "payment_order" ADD COLUMN "invoice" text;--> statement-breakpoint
ALTER TABLE "payment_line" ADD COLUMN "tax" integer;