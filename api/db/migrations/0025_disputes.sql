CREATE TABLE "payment_dispute" (
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"number" text NOT NULL,
	"payment" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_dispute_method_reference_pk" PRIMARY KEY("method","reference")
);
--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_dispute_order" ON "payment_dispute" USING btree ("number");--> statement-breakpoint
CREATE INDEX "payment_dispute_state" ON "payment_dispute" USING btree ("state","opened_at");--> statement-breakpoint
CREATE INDEX "payment_order_sold" ON "payment_order" USING btree ("plan_id") WHERE paid_at is not null;