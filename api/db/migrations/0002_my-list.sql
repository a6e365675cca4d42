CREATE TABLE "favourite" (
	"uid" text NOT NULL,
	"movie_id" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "favourite_uid_movie_id_pk" PRIMARY KEY("uid","movie_id")
);
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "recording" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favourite_latest" ON "favourite" USING btree ("uid","created_at" DESC NULLS FIRST,"movie_id" DESC NULLS FIRST);