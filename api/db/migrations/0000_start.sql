CREATE TABLE "asset" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"duration_s" double precision,
	"height" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "episode" (
	"movie_id" text NOT NULL,
	"index" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"asset_id" text,
	CONSTRAINT "episode_movie_id_index_pk" PRIMARY KEY("movie_id","index")
);
--> statement-breakpoint
CREATE TABLE "genre_name" (
	"genre" text NOT NULL,
	"locale" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "genre_name_genre_locale_pk" PRIMARY KEY("genre","locale")
);
--> statement-breakpoint
CREATE TABLE "local_identity" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text,
	"password_hash" text,
	"name" text,
	"avatar" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "movie_text" (
	"movie_id" text NOT NULL,
	"locale" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "movie_text_movie_id_locale_pk" PRIMARY KEY("movie_id","locale")
);
--> statement-breakpoint
CREATE TABLE "movie" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"access" text NOT NULL,
	"status" text NOT NULL,
	"year" integer NOT NULL,
	"rating" integer NOT NULL,
	"original_language" text NOT NULL,
	"colour" text NOT NULL,
	"artwork_version" text NOT NULL,
	"genres" text[] NOT NULL,
	"hero" integer,
	"popularity" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"search_title" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "progress" (
	"uid" text NOT NULL,
	"movie_id" text NOT NULL,
	"index" integer NOT NULL,
	"position_s" double precision NOT NULL,
	"duration_s" double precision NOT NULL,
	"finished" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "progress_uid_movie_id_index_pk" PRIMARY KEY("uid","movie_id","index")
);
--> statement-breakpoint
CREATE TABLE "user_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stat_event" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text,
	"action" text NOT NULL,
	"target" integer NOT NULL,
	"remark" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"key" text PRIMARY KEY NOT NULL,
	"bytes" double precision NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_account" (
	"uid" text PRIMARY KEY NOT NULL,
	"anonymous" boolean NOT NULL,
	"name" text,
	"avatar" text,
	"email" text,
	"admin" integer DEFAULT 0 NOT NULL,
	"vip_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "episode" ADD CONSTRAINT "episode_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode" ADD CONSTRAINT "episode_asset_id_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_text" ADD CONSTRAINT "movie_text_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_movie_id_index_episode_movie_id_index_fk" FOREIGN KEY ("movie_id","index") REFERENCES "public"."episode"("movie_id","index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "local_identity_email" ON "local_identity" USING btree ("email");--> statement-breakpoint
CREATE INDEX "movie_new" ON "movie" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "movie_popular" ON "movie" USING btree ("popularity" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "movie_genres" ON "movie" USING gin ("genres");--> statement-breakpoint
CREATE INDEX "progress_latest" ON "progress" USING btree ("uid","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "user_session_uid" ON "user_session" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "stat_event_time" ON "stat_event" USING btree ("created_at");