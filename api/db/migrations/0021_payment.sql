CREATE TABLE "payment_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"method" text NOT NULL,
	"state" text NOT NULL,
	"reference" text,
	"url" text,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "code_batch" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"duration" jsonb NOT NULL,
	"codes" integer NOT NULL,
	"uses" integer NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"made_by" text,
	"made_name" text,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code" (
	"hash" text PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_order" (
	"number" text PRIMARY KEY NOT NULL,
	"uid" text,
	"key" text NOT NULL,
	"plan" jsonb NOT NULL,
	"plan_id" text NOT NULL,
	"currency" text,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"method" text,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"late" boolean DEFAULT false NOT NULL,
	"subscription_id" text,
	"renewal" boolean DEFAULT false NOT NULL,
	"granted_s" integer DEFAULT 0 NOT NULL,
	"taken_s" integer DEFAULT 0 NOT NULL,
	"vip_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"payment" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"instrument" text,
	"why" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan" (
	"id" text PRIMARY KEY NOT NULL,
	"create_key" uuid NOT NULL,
	"texts" jsonb NOT NULL,
	"duration" jsonb NOT NULL,
	"trial_days" integer NOT NULL,
	"renews" boolean NOT NULL,
	"prices" jsonb NOT NULL,
	"on_sale" boolean NOT NULL,
	"position" integer NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_redemption" (
	"hash" text NOT NULL,
	"number" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_redemption_hash_number_pk" PRIMARY KEY("hash","number")
);
--> statement-breakpoint
CREATE TABLE "payment_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"payment" text NOT NULL,
	"method" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"why" text NOT NULL,
	"state" text NOT NULL,
	"reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"refunded_by" text,
	"refunded_name" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "membership_reminder" (
	"uid" text NOT NULL,
	"vip_until" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_reminder_uid_vip_until_pk" PRIMARY KEY("uid","vip_until")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"payments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"refunds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"late_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text,
	"method" text NOT NULL,
	"plan" jsonb NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trial_use" (
	"digest" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code" ADD CONSTRAINT "code_batch_id_code_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."code_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_line" ADD CONSTRAINT "payment_line_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemption" ADD CONSTRAINT "code_redemption_hash_code_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."code"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemption" ADD CONSTRAINT "code_redemption_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_reminder" ADD CONSTRAINT "membership_reminder_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_subscription" ADD CONSTRAINT "payment_subscription_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_attempt_order" ON "payment_attempt" USING btree ("number","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempt_reference" ON "payment_attempt" USING btree ("method","reference");--> statement-breakpoint
CREATE INDEX "payment_attempt_open" ON "payment_attempt" USING btree ("checked_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "code_batch_latest" ON "code_batch" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "code_place" ON "code" USING btree ("batch_id","index");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_key" ON "payment_order" USING btree ("key");--> statement-breakpoint
CREATE INDEX "payment_order_person" ON "payment_order" USING btree ("uid","created_at","number");--> statement-breakpoint
CREATE INDEX "payment_order_latest" ON "payment_order" USING btree ("created_at","number");--> statement-breakpoint
CREATE INDEX "payment_order_state" ON "payment_order" USING btree ("state","created_at","number");--> statement-breakpoint
CREATE INDEX "payment_order_waiting" ON "payment_order" USING btree ("expires_at") WHERE state in ('open', 'pending', 'failed');--> statement-breakpoint
CREATE INDEX "payment_order_paid" ON "payment_order" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_line_reference" ON "payment_line" USING btree ("method","kind","reference");--> statement-breakpoint
CREATE INDEX "payment_line_order" ON "payment_line" USING btree ("number","seq");--> statement-breakpoint
CREATE INDEX "payment_line_at" ON "payment_line" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_create_key" ON "plan" USING btree ("create_key");--> statement-breakpoint
CREATE INDEX "payment_refund_order" ON "payment_refund" USING btree ("number","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refund_reference" ON "payment_refund" USING btree ("method","reference");--> statement-breakpoint
CREATE INDEX "payment_refund_waiting" ON "payment_refund" USING btree ("created_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "payment_subscription_person" ON "payment_subscription" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "payment_subscription_live" ON "payment_subscription" USING btree ("period_end") WHERE state <> 'ended';