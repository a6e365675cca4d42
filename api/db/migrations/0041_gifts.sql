-- migration: compatible-from 0001_functions
CREATE TABLE "gift" (
	"number" text PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"email" text,
	"message" text,
	"deliver_on" date,
	"locale" text NOT NULL,
	"mailed_at" timestamp with time zone,
	"taken_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "gift" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "code_batch" ADD COLUMN "gift_of" text;--> statement-breakpoint
ALTER TABLE "gift" ADD CONSTRAINT "gift_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_hash" ON "gift" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "gift_unsent" ON "gift" USING btree ("deliver_on") WHERE email is not null and mailed_at is null;--> statement-breakpoint
ALTER TABLE "code_batch" ADD CONSTRAINT "code_batch_gift_of_payment_order_number_fk" FOREIGN KEY ("gift_of") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_batch_gift" ON "code_batch" USING btree ("gift_of") WHERE gift_of is not null;