CREATE TABLE "subtitle" (
	"asset_id" text NOT NULL,
	"id" text NOT NULL,
	"locale" text NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subtitle_asset_id_id_pk" PRIMARY KEY("asset_id","id")
);
--> statement-breakpoint
CREATE TABLE "playback_quality" (
	"sitting" text PRIMARY KEY NOT NULL,
	"movie_id" text NOT NULL,
	"index" integer NOT NULL,
	"report" integer NOT NULL,
	"start_ms" integer,
	"stalls" integer NOT NULL,
	"stalled_ms" integer NOT NULL,
	"watched_s" double precision NOT NULL,
	"errors" jsonb NOT NULL,
	"bitrate" integer,
	"switches" integer NOT NULL,
	"player" text NOT NULL,
	"device" text NOT NULL,
	"connection" text NOT NULL,
	"locale" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "episode" ADD COLUMN "intro_from_s" double precision;--> statement-breakpoint
ALTER TABLE "episode" ADD COLUMN "intro_to_s" double precision;--> statement-breakpoint
ALTER TABLE "episode" ADD COLUMN "credits_from_s" double precision;--> statement-breakpoint
ALTER TABLE "episode" ADD COLUMN "chapters" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "asset" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "subtitle" ADD CONSTRAINT "subtitle_asset_id_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."asset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playback_quality_time" ON "playback_quality" USING btree ("started_at");