CREATE TABLE "active_day" (
	"day" date NOT NULL,
	"person" bigint NOT NULL,
	CONSTRAINT "active_day_day_person_pk" PRIMARY KEY("day","person")
);
--> statement-breakpoint
CREATE TABLE "analysis_day" (
	"day" date PRIMARY KEY NOT NULL,
	"sittings" integer NOT NULL,
	"plays" integer NOT NULL,
	"watched_s" bigint NOT NULL,
	"measured" integer NOT NULL,
	"measured_s" bigint NOT NULL,
	"starts" integer[] NOT NULL,
	"stalled" integer NOT NULL,
	"stalls" integer NOT NULL,
	"stalled_ms" bigint NOT NULL,
	"failed" integer NOT NULL,
	"errors" jsonb NOT NULL,
	"active" integer NOT NULL,
	"active_7" integer NOT NULL,
	"active_28" integer NOT NULL,
	"sign_ups" integer NOT NULL,
	"came" integer NOT NULL,
	"joined" integer NOT NULL,
	"vip" integer NOT NULL,
	"rolled_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_late" (
	"day" date PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_retention" (
	"movie_id" text NOT NULL,
	"index" integer NOT NULL,
	"day" date NOT NULL,
	"plays" integer NOT NULL,
	"seen" integer[] NOT NULL,
	CONSTRAINT "analysis_retention_movie_id_index_day_pk" PRIMARY KEY("movie_id","index","day")
);
--> statement-breakpoint
CREATE TABLE "analysis_split" (
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"value" text NOT NULL,
	"count" integer NOT NULL,
	"watched_s" bigint NOT NULL,
	CONSTRAINT "analysis_split_kind_day_value_pk" PRIMARY KEY("kind","day","value")
);
--> statement-breakpoint
CREATE TABLE "analysis_state" (
	"id" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_title" (
	"grain" text NOT NULL,
	"day" date NOT NULL,
	"movie_id" text NOT NULL,
	"plays" integer NOT NULL,
	"watched_s" bigint NOT NULL,
	CONSTRAINT "analysis_title_grain_day_movie_id_pk" PRIMARY KEY("grain","day","movie_id")
);
--> statement-breakpoint
ALTER TABLE "playback_quality" ADD COLUMN "device_class" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_quality" ADD COLUMN "seen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "analysis_retention_day" ON "analysis_retention" USING btree ("day");--> statement-breakpoint
CREATE INDEX "analysis_title_movie" ON "analysis_title" USING btree ("movie_id","grain","day");--> statement-breakpoint
CREATE INDEX "membership_event_at" ON "membership_event" USING btree ("at");