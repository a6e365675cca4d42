-- migration: compatible-from 0001_functions
CREATE TABLE "sign_in_link" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_link" ADD CONSTRAINT "sign_in_link_uid_local_identity_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."local_identity"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_link_uid" ON "sign_in_link" USING btree ("uid");