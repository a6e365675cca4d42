CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- One form for everything that should match: case, accents (Vietnamese too), full-width forms and the
-- Arabic letters people write for one another. IMMUTABLE, so that indexes may use it: the dictionary is named.
CREATE FUNCTION fold(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(public.unaccent('public.unaccent'::regdictionary, translate(
    regexp_replace(normalize(source, NFKC), '[\u064B-\u065F\u0670\u0640]', '', 'g'),
    'أإآٱىةؤئکی', 'ااااي' || 'هوي' || 'كي')))
$$;--> statement-breakpoint
-- The 1- and 2-grams of everything outside ASCII: trigrams can't find one or two Chinese characters.
-- ASCII alone yields none, so never ask with an empty array.
CREATE FUNCTION grams(source text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT gram), '{}') FROM (
    SELECT substr(source, at, size) AS gram
    FROM generate_series(1, length(source)) AS at, (VALUES (1), (2)) AS sizes(size)
    WHERE at + size - 1 <= length(source)
  ) AS cut WHERE gram !~ '[\u0001-\u007F]'
$$;--> statement-breakpoint
-- Titles begin with a space, so that the start of a word is always ' x'.
CREATE FUNCTION refresh_movie_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed text := coalesce(NEW.movie_id, OLD.movie_id);
BEGIN
  UPDATE movie SET
    search_title = coalesce((SELECT string_agg(DISTINCT ' ' || fold(title), ' |') FROM movie_text WHERE movie_id = changed), ''),
    search_text = coalesce((SELECT string_agg(' ' || fold(title || ' ' || description), ' |') FROM movie_text WHERE movie_id = changed), '')
  WHERE id = changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_text_search AFTER INSERT OR UPDATE OR DELETE ON movie_text
  FOR EACH ROW EXECUTE FUNCTION refresh_movie_search();--> statement-breakpoint
CREATE INDEX movie_search_title ON movie USING gin (search_title gin_trgm_ops);--> statement-breakpoint
CREATE INDEX movie_search_text ON movie USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX movie_search_grams ON movie USING gin (grams(search_title));
