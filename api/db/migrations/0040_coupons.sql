-- migration: compatible-from 0001_functions
CREATE TABLE "coupon" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"plans" jsonb,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"uses" integer,
	"once_per_account" boolean NOT NULL,
	"first_only" boolean NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"made_by" text,
	"made_name" text,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "list_amount" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code" ON "coupon" USING btree ("code");--> statement-breakpoint
CREATE INDEX "coupon_latest" ON "coupon" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_order_coupon" ON "payment_order" USING btree ("coupon_id") WHERE coupon_id is not null;