CREATE TABLE "home_plan" (
	"id" integer PRIMARY KEY NOT NULL,
	"rows" jsonb NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "progress" DROP CONSTRAINT "progress_movie_id_index_episode_movie_id_index_fk";
--> statement-breakpoint
DROP INDEX "movie_year";--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "hide_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "ever_published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "credits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "create_key" text;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "sort_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "missing" text[] DEFAULT '{ar,de,en,id,ja,ko,ms,pt,th,tr,vi,zh,zh-hans,zh-hant}' NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "has_film" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "progress" ADD CONSTRAINT "progress_movie_id_index_episode_movie_id_index_fk" FOREIGN KEY ("movie_id","index") REFERENCES "public"."episode"("movie_id","index") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "episode_asset" ON "episode" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "movie_title" ON "movie" USING btree ("sort_title","id");--> statement-breakpoint
CREATE INDEX "movie_updated" ON "movie" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "movie_published" ON "movie" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "movie_popularity" ON "movie" USING btree ("popularity","id");--> statement-breakpoint
CREATE INDEX "movie_id_begins" ON "movie" USING btree ("id" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "movie_create_key" ON "movie" USING btree ("create_key");--> statement-breakpoint
CREATE INDEX "movie_hide" ON "movie" USING btree ("hide_at") WHERE hide_at is not null;--> statement-breakpoint
CREATE INDEX "movie_deleted" ON "movie" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "movie_year" ON "movie" USING btree ("year","id");--> statement-breakpoint
UPDATE movie SET ever_published = true WHERE status = 'published';--> statement-breakpoint
-- What a list of titles is filtered by, in one array: an index of it knows how rare each combination is.
CREATE FUNCTION movie_facets(status text, access text, kind text, genres text[], tags text[], missing text[], has_film boolean)
RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['s:' || status, 'a:' || access, 'k:' || kind, CASE WHEN has_film THEN 'f:some' ELSE 'f:none' END]
    || ARRAY(SELECT 'g:' || genre FROM unnest(genres) AS genre)
    || ARRAY(SELECT 't:' || tag FROM unnest(tags) AS tag)
    || ARRAY(SELECT 'm:' || locale FROM unnest(missing) AS locale)
$$;--> statement-breakpoint
-- As before; it also keeps the title lists are sorted by, the languages that are missing, and finds by who made a title.
CREATE OR REPLACE FUNCTION index_movies(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH texts AS MATERIALIZED (
    SELECT movie_id, locale, fold(title) AS title, search_terms(fold(title)) AS terms, romanised, search_terms(fold(description)) AS description
    FROM movie_text WHERE movie_id = ANY(changed)
  ), spellings AS MATERIALIZED (
    SELECT movie_id, search_terms(fold(spelling)) AS syllables FROM texts, unnest(string_to_array(romanised, '|')) AS spelling
  ), people AS MATERIALIZED (
    SELECT movie.id AS movie_id, search_terms(fold(credit ->> 'name')) AS terms
    FROM movie, jsonb_array_elements(movie.credits) AS credit WHERE movie.id = ANY(changed)
  ), kept AS (
    INSERT INTO search_word
    SELECT DISTINCT term FROM (
      SELECT unnest(terms) FROM texts UNION SELECT unnest(terms) FROM people UNION SELECT array_to_string(syllables, '') FROM spellings
    ) AS words(term)
    WHERE length(term) BETWEEN 3 AND 30 AND NOT unspaced(term)
    -- In one order for everyone: two writers at once wait for each other instead of failing.
    ORDER BY term ON CONFLICT DO NOTHING
  ), titles AS (
    SELECT movie_id, string_agg(DISTINCT ' ' || title, ' |') AS title, array_agg(locale) AS locales,
      (array_agg(title) FILTER (WHERE locale = 'en'))[1] AS english, jsonb_object_agg(locale, title) AS by_locale, min(title) AS any_title
    FROM texts GROUP BY movie_id
  ), lexemes AS (
    SELECT movie_id, array_agg(DISTINCT lexeme) AS found FROM (
      SELECT movie_id, unnest(title_lexemes(terms)) AS lexeme FROM texts
      UNION ALL
      SELECT movie_id, unnest(romanised_lexemes(syllables)) FROM spellings
    ) AS all_lexemes
    GROUP BY movie_id
  ), described AS (
    SELECT movie_id, array_agg(DISTINCT lexeme) AS found FROM (
      SELECT movie_id, unnest(search_lexemes(description)) AS lexeme FROM texts
      UNION ALL
      SELECT movie_id, unnest(search_lexemes(terms)) FROM people
    ) AS all_words
    GROUP BY movie_id
  )
  UPDATE movie SET
    search_title = coalesce(titles.title, ''),
    search_title_words = array_to_tsvector(coalesce(lexemes.found, '{}')),
    search_words = array_to_tsvector(coalesce(described.found, '{}') ||
      ARRAY(SELECT lexeme FROM unnest(lexemes.found) AS lexeme WHERE left(lexeme, 1) NOT IN ('^', '='))),
    sort_title = left(coalesce(titles.english, titles.by_locale ->> movie.original_language, titles.any_title, ''), 120),
    missing = ARRAY(SELECT locale FROM unnest('{ar,de,en,id,ja,ko,ms,pt,th,tr,vi,zh,zh-hans,zh-hant}'::text[]) AS locale
      WHERE NOT locale = ANY(coalesce(titles.locales, '{}')))
  FROM unnest(changed) AS wanted(id)
    LEFT JOIN titles ON titles.movie_id = wanted.id
    LEFT JOIN lexemes ON lexemes.movie_id = wanted.id
    LEFT JOIN described ON described.movie_id = wanted.id
  WHERE movie.id = wanted.id;
END $$;--> statement-breakpoint
CREATE FUNCTION reindex_movie() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_movies(ARRAY[NEW.id]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_credited AFTER UPDATE OF credits, original_language ON movie FOR EACH ROW
  WHEN (OLD.credits IS DISTINCT FROM NEW.credits OR OLD.original_language IS DISTINCT FROM NEW.original_language)
  EXECUTE FUNCTION reindex_movie();--> statement-breakpoint
-- Whether something of a title can be watched, kept where it changes.
CREATE FUNCTION note_films(changed text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE movie SET has_film = NOT has_film
  WHERE id = ANY(changed) AND has_film <> EXISTS (
    SELECT 1 FROM episode JOIN asset ON asset.id = episode.asset_id WHERE episode.movie_id = movie.id AND asset.state = 'ready')
$$;--> statement-breakpoint
CREATE FUNCTION episode_film_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM note_films(ARRAY[OLD.movie_id]); END IF;
  IF TG_OP <> 'DELETE' AND NEW.asset_id IS NOT NULL THEN PERFORM note_films(ARRAY[NEW.movie_id]); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER episode_film AFTER INSERT OR DELETE OR UPDATE OF asset_id ON episode
  FOR EACH ROW EXECUTE FUNCTION episode_film_changed();--> statement-breakpoint
CREATE FUNCTION asset_state_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_films(ARRAY(SELECT movie_id FROM episode WHERE asset_id = NEW.id ORDER BY movie_id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER asset_film AFTER UPDATE OF state ON asset FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION asset_state_changed();--> statement-breakpoint
SELECT index_movies(ARRAY(SELECT id FROM movie));--> statement-breakpoint
SELECT note_films(ARRAY(SELECT id FROM movie));--> statement-breakpoint
CREATE INDEX "movie_facets" ON "movie" USING gin (movie_facets(status, access, kind, genres, tags, missing, has_film)) WITH (fastupdate = off);--> statement-breakpoint
-- What is published also depends on the time: a walk along the order still stays in the index.
DROP INDEX "movie_new";--> statement-breakpoint
DROP INDEX "movie_popular";--> statement-breakpoint
CREATE INDEX "movie_new" ON "movie" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST)
  INCLUDE (kind, access, year, genres, hide_at) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "movie_popular" ON "movie" USING btree ("popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST)
  INCLUDE (kind, access, year, genres, published_at, hide_at) WHERE status = 'published';
