-- migration: compatible-from 0001_functions
ALTER TABLE "user_account" ADD COLUMN "vip2_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "vip3_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "membership_event" ADD COLUMN "tier" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "tier" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "code_batch" ADD COLUMN "tier" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- A title of a higher tier has the facet of VIP as well, and shares its mark: all 63 marks are taken.
CREATE OR REPLACE FUNCTION movie_facets(status text, access text, kind text, genres text[], tags text[], missing text[], has_video boolean)
RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['s:' || CASE status WHEN 'trailer' THEN 'deleted' ELSE status END, 'a:' || access, 'k:' || kind,
      CASE WHEN has_video THEN 'f:some' ELSE 'f:none' END]
    || CASE WHEN access LIKE 'vip-%' THEN ARRAY['a:vip'] ELSE ARRAY[]::text[] END
    || ARRAY(SELECT 'g:' || genre FROM unnest(genres) AS genre)
    || ARRAY(SELECT 't:' || tag FROM unnest(tags) AS tag)
    || ARRAY(SELECT 'm:' || locale FROM unnest(missing) AS locale)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION movie_marks(facets text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(bit_or(1::bigint << CASE left(facet, 2)
    WHEN 'g:' THEN 24 + ('x' || left(md5(facet), 6))::bit(24)::int % 20
    WHEN 't:' THEN 44 + ('x' || left(md5(facet), 6))::bit(24)::int % 19
    ELSE coalesce(array_position(ARRAY['s:draft', 's:published', 's:deleted', 'a:free', 'a:signed-in', 'a:vip', 'k:film', 'k:series',
      'f:none', 'f:some', 'm:ar', 'm:de', 'm:en', 'm:id', 'm:ja', 'm:ko', 'm:ms', 'm:pt', 'm:th', 'm:tr', 'm:vi', 'm:zh-hans', 'm:zh-hant',
      's:waiting'], CASE WHEN facet IN ('a:vip-2', 'a:vip-3') THEN 'a:vip' ELSE facet END) - 1, public.refuse_facet(facet))
  END), 0) FROM unnest(facets) AS facet
$$;
