-- The schema, as `api/db/schema.ts` has it. By hand are the extensions, the two functions a column of titles is worked
-- out by, and what is said below of some indexes. What keeps columns up to date is in 0001_functions.sql.

-- Search by parts of words.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Letters without their accents.
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- What a list of titles is filtered by, in one array: an index of it knows how rare each combination is.
CREATE FUNCTION movie_facets(status text, access text, kind text, genres text[], tags text[], missing text[], has_video boolean)
RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['s:' || status, 'a:' || access, 'k:' || kind, CASE WHEN has_video THEN 'f:some' ELSE 'f:none' END]
    || ARRAY(SELECT 'g:' || genre FROM unnest(genres) AS genre)
    || ARRAY(SELECT 't:' || tag FROM unnest(tags) AS tag)
    || ARRAY(SELECT 'm:' || locale FROM unnest(missing) AS locale)
$$;--> statement-breakpoint
-- Fails: a facet without a mark of its own would be found by the filter of another.
CREATE FUNCTION refuse_facet(facet text) RETURNS integer LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RAISE EXCEPTION 'movie_marks() does not know the facet %', facet;
END
$$;--> statement-breakpoint
-- Where a facet is in a title's marks. Genres and tags are any number of words: each has one of twenty bits, or nineteen.
CREATE FUNCTION movie_marks(facets text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(bit_or(1::bigint << CASE left(facet, 2)
    WHEN 'g:' THEN 24 + ('x' || left(md5(facet), 6))::bit(24)::int % 20
    WHEN 't:' THEN 44 + ('x' || left(md5(facet), 6))::bit(24)::int % 19
    ELSE coalesce(array_position(ARRAY['s:draft', 's:published', 's:deleted', 'a:free', 'a:signed-in', 'a:vip', 'k:film', 'k:series',
      'f:none', 'f:some', 'm:ar', 'm:de', 'm:en', 'm:id', 'm:ja', 'm:ko', 'm:ms', 'm:pt', 'm:th', 'm:tr', 'm:vi', 'm:zh-hans', 'm:zh-hant'], facet) - 1, refuse_facet(facet))
  END), 0) FROM unnest(facets) AS facet
$$;--> statement-breakpoint
-- Accounts.
CREATE TABLE "user_ban" (
	"uid" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"banned_by" text,
	"banned_name" text
);
--> statement-breakpoint
CREATE TABLE "firebase_guest" (
	"uid" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "password_reset" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
CREATE TABLE "spent_proof" (
	"digest" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
	"locale" text,
	"recording" boolean DEFAULT true NOT NULL,
	"profile_edited" boolean DEFAULT false NOT NULL,
	"data_saver" boolean DEFAULT false NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"joined_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proofs_after" timestamp with time zone,
	"mailbox" text,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
-- Analysis.
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
CREATE TABLE "analysis_movie" (
	"grain" text NOT NULL,
	"day" date NOT NULL,
	"movie_id" text NOT NULL,
	"plays" integer NOT NULL,
	"watched_s" bigint NOT NULL,
	CONSTRAINT "analysis_movie_grain_day_movie_id_pk" PRIMARY KEY("grain","day","movie_id")
);
--> statement-breakpoint
-- The log of what admins did.
CREATE TABLE "audit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_uid" text,
	"actor_name" text,
	"action" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"undo" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
-- Catalogue.
CREATE TABLE "episode" (
	"movie_id" text NOT NULL,
	"index" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"asset_id" text,
	"intro_from_s" double precision,
	"intro_to_s" double precision,
	"credits_from_s" double precision,
	"chapters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"access" text,
	"teaser_s" integer,
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
CREATE TABLE "home_plan" (
	"id" integer PRIMARY KEY NOT NULL,
	"rows" jsonb NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "movie_text" (
	"movie_id" text NOT NULL,
	"locale" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"romanised" text,
	CONSTRAINT "movie_text_movie_id_locale_pk" PRIMARY KEY("movie_id","locale")
);
--> statement-breakpoint
CREATE TABLE "movie" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"access" text NOT NULL,
	"teaser_s" integer DEFAULT 0 NOT NULL,
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
	"hide_at" timestamp with time zone,
	"ever_published" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"credits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"create_key" text,
	"sort_title" text DEFAULT '' NOT NULL,
	"missing" text[] DEFAULT '{ar,de,en,id,ja,ko,ms,pt,th,tr,vi,zh-hans,zh-hant}' NOT NULL,
	"has_video" boolean DEFAULT false NOT NULL,
	"marks" bigint GENERATED ALWAYS AS (movie_marks(movie_facets(status, access, kind, genres, tags, missing, has_video))) STORED NOT NULL,
	"search_title" text DEFAULT '' NOT NULL,
	"search_title_words" "tsvector" DEFAULT '' NOT NULL,
	"search_words" "tsvector" DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_word" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Downloads.
CREATE TABLE "download_licence" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"device" text NOT NULL,
	"movie_id" text NOT NULL,
	"index" integer NOT NULL,
	"asset_id" text,
	"rendition" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Encodings.
CREATE TABLE "encoding" (
	"id" text PRIMARY KEY NOT NULL,
	"movie_id" text NOT NULL,
	"episode_index" integer NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"phase" text,
	"progress" double precision DEFAULT 0 NOT NULL,
	"left_s" double precision,
	"problem" text,
	"detail" text,
	"priority" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"job_id" text,
	"claim" text,
	"owner" jsonb,
	"preview_id" text,
	"asset_id" text,
	"sounds" jsonb,
	"sidecars" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
-- Feedback.
CREATE TABLE "feedback" (
	"receipt" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"key" text NOT NULL,
	"category" text NOT NULL,
	"text" text NOT NULL,
	"context" jsonb,
	"screenshot" text,
	"reply" text,
	"replied_at" timestamp with time zone,
	"replied_by" text,
	"closed_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Magnets.
CREATE TABLE "magnet_file" (
	"magnet_id" text NOT NULL,
	"index" integer NOT NULL,
	"path" text NOT NULL,
	"bytes" double precision NOT NULL,
	"done_bytes" double precision DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"season" integer,
	"guess" integer,
	"sample" boolean DEFAULT false NOT NULL,
	"episode" integer,
	"encoding_key" text,
	"key" text,
	CONSTRAINT "magnet_file_magnet_id_index_pk" PRIMARY KEY("magnet_id","index")
);
--> statement-breakpoint
CREATE TABLE "magnet" (
	"id" text PRIMARY KEY NOT NULL,
	"infohash" text NOT NULL,
	"name" text NOT NULL,
	"sources" jsonb NOT NULL,
	"dropped" jsonb NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"detail" text,
	"bytes" double precision,
	"done_bytes" double precision DEFAULT 0 NOT NULL,
	"sent_bytes" double precision DEFAULT 0 NOT NULL,
	"sent_before" double precision DEFAULT 0 NOT NULL,
	"peers" integer DEFAULT 0 NOT NULL,
	"down_bps" double precision DEFAULT 0 NOT NULL,
	"up_bps" double precision DEFAULT 0 NOT NULL,
	"files" integer,
	"seeding" boolean DEFAULT false NOT NULL,
	"target" jsonb,
	"movie_id" text,
	"rights_uid" text,
	"rights_name" text,
	"rights_at" timestamp with time zone NOT NULL,
	"chosen_uid" text,
	"chosen_name" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"claim" text,
	"owner" jsonb,
	"heartbeat_at" timestamp with time zone,
	"moved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "magnet_infohash_unique" UNIQUE("infohash")
);
--> statement-breakpoint
-- Films.
CREATE TABLE "asset" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"duration_s" double precision,
	"height" integer,
	"facts" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"retired_at" timestamp with time zone,
	"replaced_by" text
);
--> statement-breakpoint
CREATE TABLE "subtitle" (
	"asset_id" text NOT NULL,
	"id" text NOT NULL,
	"locale" text NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"source" text DEFAULT 'file' NOT NULL,
	"offset_ms" integer DEFAULT 0 NOT NULL,
	"version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subtitle_asset_id_id_pk" PRIMARY KEY("asset_id","id")
);
--> statement-breakpoint
-- Memberships.
CREATE TABLE "membership_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"uid" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"seconds" bigint,
	"until" timestamp with time zone,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"granted_by" text,
	"granted_name" text,
	"reason" text,
	"result" timestamp with time zone
);
--> statement-breakpoint
-- My list.
CREATE TABLE "favourite" (
	"uid" text NOT NULL,
	"movie_id" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "favourite_uid_movie_id_pk" PRIMARY KEY("uid","movie_id")
);
--> statement-breakpoint
-- Payments.
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
-- Playback.
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
	"device_class" text DEFAULT 'unknown' NOT NULL,
	"seen" bigint DEFAULT 0 NOT NULL,
	"connection" text NOT NULL,
	"locale" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone NOT NULL
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
-- Settings.
CREATE TABLE "service_fact" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_change" (
	"revision" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"changed_by" text,
	"changed_name" text,
	"reason" text,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"revision" integer NOT NULL
);
--> statement-breakpoint
-- Statistics.
CREATE TABLE "stat_event" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text,
	"action" text NOT NULL,
	"target" integer NOT NULL,
	"remark" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Texts.
CREATE TABLE "text_page" (
	"key" text NOT NULL,
	"locale" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text,
	"edited" boolean DEFAULT false NOT NULL,
	CONSTRAINT "text_page_key_locale_version_pk" PRIMARY KEY("key","locale","version")
);
--> statement-breakpoint
-- Uploads.
CREATE TABLE "upload" (
	"key" text PRIMARY KEY NOT NULL,
	"bytes" double precision NOT NULL,
	"uid" text NOT NULL,
	"purpose" text DEFAULT 'picture' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Codes.
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
CREATE TABLE "code_redemption" (
	"hash" text NOT NULL,
	"number" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_redemption_hash_number_pk" PRIMARY KEY("hash","number")
);
--> statement-breakpoint

-- What refers to what.
ALTER TABLE "user_ban" ADD CONSTRAINT "user_ban_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_uid_local_identity_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."local_identity"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode" ADD CONSTRAINT "episode_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episode" ADD CONSTRAINT "episode_asset_id_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."asset"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_text" ADD CONSTRAINT "movie_text_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_licence" ADD CONSTRAINT "download_licence_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "encoding" ADD CONSTRAINT "encoding_episode" FOREIGN KEY ("movie_id","episode_index") REFERENCES "public"."episode"("movie_id","index") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "magnet_file" ADD CONSTRAINT "magnet_file_magnet_id_magnet_id_fk" FOREIGN KEY ("magnet_id") REFERENCES "public"."magnet"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "magnet" ADD CONSTRAINT "magnet_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subtitle" ADD CONSTRAINT "subtitle_asset_id_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."asset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_event" ADD CONSTRAINT "membership_event_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_line" ADD CONSTRAINT "payment_line_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_reminder" ADD CONSTRAINT "membership_reminder_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_subscription" ADD CONSTRAINT "payment_subscription_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_movie_id_index_episode_movie_id_index_fk" FOREIGN KEY ("movie_id","index") REFERENCES "public"."episode"("movie_id","index") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "code" ADD CONSTRAINT "code_batch_id_code_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."code_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemption" ADD CONSTRAINT "code_redemption_hash_code_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."code"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemption" ADD CONSTRAINT "code_redemption_number_payment_order_number_fk" FOREIGN KEY ("number") REFERENCES "public"."payment_order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint

-- Indexes.
CREATE INDEX "user_ban_at" ON "user_ban" USING btree ("at");--> statement-breakpoint
CREATE INDEX "firebase_guest_created" ON "firebase_guest" USING btree ("created_at","uid");--> statement-breakpoint
CREATE UNIQUE INDEX "local_identity_email" ON "local_identity" USING btree ("email");--> statement-breakpoint
CREATE INDEX "local_identity_anonymous" ON "local_identity" USING btree ("created_at","uid") WHERE email is null;--> statement-breakpoint
CREATE INDEX "password_reset_uid" ON "password_reset" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "user_session_uid" ON "user_session" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "user_session_expiry" ON "user_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "spent_proof_expires" ON "spent_proof" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_account_kind" ON "user_account" USING btree ("anonymous","created_at","uid");--> statement-breakpoint
CREATE INDEX "user_account_kind_seen" ON "user_account" USING btree ("anonymous","last_seen_at","uid");--> statement-breakpoint
CREATE INDEX "user_account_kind_label" ON "user_account" USING btree ("anonymous",left(lower(coalesce("name", "email", "uid")), 80),"uid");--> statement-breakpoint
CREATE INDEX "user_account_joined" ON "user_account" USING btree ("joined_at") WHERE joined_at is not null;--> statement-breakpoint
CREATE INDEX "user_account_vip" ON "user_account" USING btree ("anonymous","vip_until") WHERE vip_until is not null;--> statement-breakpoint
CREATE INDEX "user_account_admin" ON "user_account" USING btree ("admin") WHERE admin > 0;--> statement-breakpoint
CREATE INDEX "user_account_mailbox" ON "user_account" USING btree ("mailbox") WHERE mailbox is not null;--> statement-breakpoint
CREATE INDEX "user_account_uid" ON "user_account" USING btree ("uid" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_account_find" ON "user_account" USING gin (lower(coalesce("email", '') || ' ' || coalesce("name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "analysis_retention_day" ON "analysis_retention" USING btree ("day");--> statement-breakpoint
CREATE INDEX "analysis_movie_by_id" ON "analysis_movie" USING btree ("movie_id","grain","day");--> statement-breakpoint
CREATE INDEX "audit_entry_latest" ON "audit_entry" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_target" ON "audit_entry" USING btree ("target_kind","target_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_uid","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action" text_pattern_ops,"at","id");--> statement-breakpoint
CREATE INDEX "episode_asset" ON "episode" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "movie_text_waiting" ON "movie_text" USING btree ("movie_id") WHERE (romanised is null or right(romanised, 2) = '|?') and locale in ('ja', 'zh-hans', 'zh-hant');--> statement-breakpoint
-- INCLUDE is by hand: with what a list is filtered by in the index, and from when and until when a title is published, a walk
-- along the order stays in the index, and reads only the movies it keeps.
CREATE INDEX "movie_new" ON "movie" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST)
  INCLUDE (kind, access, year, genres, hide_at) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "movie_popular" ON "movie" USING btree ("popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST)
  INCLUDE (kind, access, year, genres, published_at, hide_at) WHERE status = 'published';--> statement-breakpoint
-- The same, of the admins' list.
CREATE INDEX "movie_year" ON "movie" USING btree ("year","id") INCLUDE (marks, published_at, hide_at);--> statement-breakpoint
CREATE INDEX "movie_title" ON "movie" USING btree ("sort_title","id") INCLUDE (marks, year, published_at, hide_at);--> statement-breakpoint
CREATE INDEX "movie_updated" ON "movie" USING btree ("updated_at","id") INCLUDE (marks, year, published_at, hide_at);--> statement-breakpoint
CREATE INDEX "movie_published" ON "movie" USING btree ("published_at","id") INCLUDE (marks, year, hide_at);--> statement-breakpoint
CREATE INDEX "movie_popularity" ON "movie" USING btree ("popularity","id") INCLUDE (marks, year, published_at, hide_at);--> statement-breakpoint
CREATE INDEX "movie_id_begins" ON "movie" USING btree ("id" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "movie_create_key" ON "movie" USING btree ("create_key");--> statement-breakpoint
CREATE INDEX "movie_hide" ON "movie" USING btree ("hide_at") WHERE hide_at is not null;--> statement-breakpoint
CREATE INDEX "movie_deleted" ON "movie" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
-- `fastupdate` is by hand: a catalogue is written seldom and read all day, so there is no list of pending entries that every
-- search would have to read, which the embedded database, having no autovacuum, would never empty.
CREATE INDEX "movie_search_title_words" ON "movie" USING gin ("search_title_words") WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "movie_search_words" ON "movie" USING gin ("search_words") WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "movie_genres" ON "movie" USING gin ("genres") WITH (fastupdate = off);--> statement-breakpoint
-- These two are by hand, as Drizzle does not know of them: a part of a title, and what a list of titles is filtered by.
CREATE INDEX "movie_search_title" ON "movie" USING gin ("search_title" gin_trgm_ops) WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "movie_facets" ON "movie" USING gin (movie_facets(status, access, kind, genres, tags, missing, has_video)) WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "search_word_like" ON "search_word" USING gin ("word" gin_trgm_ops) WITH (fastupdate = off);--> statement-breakpoint
CREATE UNIQUE INDEX "download_licence_thing" ON "download_licence" USING btree ("uid","device","movie_id","index");--> statement-breakpoint
CREATE INDEX "download_licence_expiry" ON "download_licence" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "encoding_live" ON "encoding" USING btree ("movie_id","episode_index") WHERE state in ('waiting', 'encoding', 'paused');--> statement-breakpoint
CREATE INDEX "encoding_of_episode" ON "encoding" USING btree ("movie_id","episode_index","created_at");--> statement-breakpoint
CREATE INDEX "encoding_latest" ON "encoding" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_key" ON "feedback" USING btree ("key");--> statement-breakpoint
CREATE INDEX "feedback_author" ON "feedback" USING btree ("uid","created_at" DESC NULLS FIRST,"receipt" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_latest" ON "feedback" USING btree ("created_at" DESC NULLS FIRST,"receipt" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_open" ON "feedback" USING btree ("created_at" DESC NULLS FIRST,"receipt" DESC NULLS FIRST) WHERE replied_at is null and closed_at is null;--> statement-breakpoint
CREATE INDEX "magnet_newest" ON "magnet" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "magnet_state" ON "magnet" USING btree ("state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "magnet_live" ON "magnet" USING btree ("created_at") WHERE "magnet"."seeding" or "magnet"."state" in ('waiting-metadata', 'waiting', 'downloading', 'verifying', 'importing');--> statement-breakpoint
CREATE INDEX "membership_event_person" ON "membership_event" USING btree ("uid","seq");--> statement-breakpoint
CREATE INDEX "membership_event_at" ON "membership_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "membership_event_result" ON "membership_event" USING btree ("result");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_event_source" ON "membership_event" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "favourite_latest" ON "favourite" USING btree ("uid","created_at" DESC NULLS FIRST,"movie_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_attempt_order" ON "payment_attempt" USING btree ("number","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempt_reference" ON "payment_attempt" USING btree ("method","reference");--> statement-breakpoint
CREATE INDEX "payment_attempt_open" ON "payment_attempt" USING btree ("checked_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "payment_attempt_paid" ON "payment_attempt" USING btree ("checked_at","created_at") WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX "payment_dispute_order" ON "payment_dispute" USING btree ("number");--> statement-breakpoint
CREATE INDEX "payment_dispute_state" ON "payment_dispute" USING btree ("state","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_key" ON "payment_order" USING btree ("key");--> statement-breakpoint
CREATE INDEX "payment_order_person" ON "payment_order" USING btree ("uid","created_at","number");--> statement-breakpoint
CREATE INDEX "payment_order_latest" ON "payment_order" USING btree ("created_at","number");--> statement-breakpoint
CREATE INDEX "payment_order_state" ON "payment_order" USING btree ("state","created_at","number");--> statement-breakpoint
CREATE INDEX "payment_order_waiting" ON "payment_order" USING btree ("expires_at") WHERE state in ('open', 'pending', 'failed');--> statement-breakpoint
CREATE INDEX "payment_order_paid" ON "payment_order" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "payment_order_sold" ON "payment_order" USING btree ("plan_id") WHERE paid_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_line_reference" ON "payment_line" USING btree ("method","kind","reference");--> statement-breakpoint
CREATE INDEX "payment_line_order" ON "payment_line" USING btree ("number","seq");--> statement-breakpoint
CREATE INDEX "payment_line_at" ON "payment_line" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_create_key" ON "plan" USING btree ("create_key");--> statement-breakpoint
CREATE INDEX "payment_refund_order" ON "payment_refund" USING btree ("number","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refund_reference" ON "payment_refund" USING btree ("method","reference");--> statement-breakpoint
CREATE INDEX "payment_refund_waiting" ON "payment_refund" USING btree ("created_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "payment_subscription_person" ON "payment_subscription" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "payment_subscription_live" ON "payment_subscription" USING btree ("period_end") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "playback_quality_time" ON "playback_quality" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "setting_change_at" ON "setting_change" USING btree ("at");--> statement-breakpoint
CREATE INDEX "stat_event_time" ON "stat_event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stat_event_person" ON "stat_event" USING btree ("uid","id") WHERE uid is not null;--> statement-breakpoint
CREATE INDEX "code_batch_latest" ON "code_batch" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "code_place" ON "code" USING btree ("batch_id","index");
