-- migration: compatible-from 0001_functions
CREATE TABLE "movie_import_line" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"movie_id" text,
	"episode" integer,
	"fields" jsonb,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer,
	"undo" jsonb,
	CONSTRAINT "movie_import_line_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "movie_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"actor_uid" text,
	"actor_name" text,
	"state" text NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"problem_line" integer,
	"encoding" text,
	"separator" text,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sample" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"line" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "movie_import_line" ADD CONSTRAINT "movie_import_line_import_id_movie_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."movie_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "movie_import_line_movie" ON "movie_import_line" USING btree ("import_id","movie_id");--> statement-breakpoint
CREATE INDEX "movie_import_latest" ON "movie_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "movie_import_moving" ON "movie_import" USING btree ("created_at") WHERE state in ('checking', 'importing', 'undoing');