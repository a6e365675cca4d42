-- Search by words. An index of whole words, of word beginnings and of the grams of scripts without spaces knows how
-- common each of them is, so the planner can choose between it and the order wanted; trigrams of whole texts don't.
DROP TRIGGER "movie_text_search" ON "movie_text";--> statement-breakpoint
DROP INDEX "movie_search_text";--> statement-breakpoint
DROP INDEX "movie_search_grams";--> statement-breakpoint
DROP FUNCTION grams(text);--> statement-breakpoint
DROP INDEX "movie_new";--> statement-breakpoint
DROP INDEX "movie_popular";--> statement-breakpoint
CREATE TABLE "search_word" (
	"word" text PRIMARY KEY NOT NULL
);--> statement-breakpoint
ALTER TABLE "movie_text" ADD COLUMN "romanised" text;--> statement-breakpoint
ALTER TABLE "movie" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "search_title_words" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "movie" ADD COLUMN "search_words" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
-- As before, and katakana are hiragana.
CREATE OR REPLACE FUNCTION fold(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(public.unaccent('public.unaccent'::regdictionary, translate(
    regexp_replace(normalize(source, NFKC), '[\u064B-\u065F\u0670\u0640]', '', 'g'),
    'أإآٱىةؤئکی'
      || 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    'ااااي' || 'هوي' || 'كي'
      || 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ')))
$$;--> statement-breakpoint
-- True for a run of a script that is written without spaces: Thai, Lao, Burmese, Khmer, Chinese, Japanese.
CREATE FUNCTION unspaced(term text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT term ~ '^[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FA\u30FC-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]'
$$;--> statement-breakpoint
-- A folded text in words and unspaced runs. What separates them is listed, as what a letter is depends on the database.
CREATE FUNCTION search_terms(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT array_remove(regexp_split_to_array(regexp_replace(replace(folded, '''', ''),
    '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FA\u30FC-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]+)', ' \1 ', 'g'),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B0-\u036F\u060C\u061B\u061F\u066A-\u066D\u06D4\u2000-\u206F\u20A0-\u20CF\u2190-\u2BFF\u3000-\u3004\u3008-\u303F\u30FB\uFE00-\uFE6F\uFF00-\uFF0F\U0001F000-\U0001FAFF]+'), '')
$$;--> statement-breakpoint
-- What terms can be found by: words as they are, unspaced runs by their 1- and 2-grams.
CREATE FUNCTION search_lexemes(terms text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(lexeme), '{}') FROM (
    SELECT left(term, 60) AS lexeme FROM unnest(terms) AS term WHERE NOT unspaced(term)
    UNION
    SELECT substr(term, at, size) FROM unnest(terms) AS term, generate_series(1, length(term)) AS at, (VALUES (1), (2)) AS sizes(size)
    WHERE unspaced(term) AND at + size - 1 <= length(term)
  ) AS cut
$$;--> statement-breakpoint
-- A title's terms, and two marks no word can have: `^` before what it begins with, `=` before the whole.
CREATE FUNCTION title_lexemes(terms text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT search_lexemes(terms) || CASE
    WHEN cardinality(terms) = 0 THEN '{}'
    WHEN unspaced(terms[1]) THEN array['=' || left(array_to_string(terms, ' '), 200), '^' || left(terms[1], 1), '^' || left(terms[1], 2)]
    ELSE array['=' || left(array_to_string(terms, ' '), 200), '^' || left(terms[1], 60)] END
$$;--> statement-breakpoint
-- A romanised title's syllables, and what follows from each of them run together: people type "dianying" and "dian ying".
CREATE FUNCTION romanised_lexemes(syllables text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN cardinality(syllables) = 0 THEN '{}' ELSE title_lexemes(syllables)
    || title_lexemes(array[array_to_string(syllables, '')])
    || ARRAY(SELECT left(array_to_string(syllables[at:], ''), 60) FROM generate_series(2, cardinality(syllables)) AS at) END
$$;--> statement-breakpoint
CREATE FUNCTION index_movies(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH texts AS MATERIALIZED (
    SELECT movie_id, fold(title) AS title, search_terms(fold(title)) AS terms,
      search_terms(fold(coalesce(romanised, ''))) AS syllables, search_terms(fold(description)) AS description
    FROM movie_text WHERE movie_id = ANY(changed)
  ), kept AS (
    INSERT INTO search_word
    SELECT DISTINCT term FROM texts, unnest(terms || array_to_string(syllables, '')) AS term
    WHERE length(term) BETWEEN 3 AND 30 AND NOT unspaced(term)
    -- In one order for everyone: two writers at once wait for each other instead of failing.
    ORDER BY term ON CONFLICT DO NOTHING
  ), titles AS (
    SELECT movie_id, string_agg(DISTINCT ' ' || title, ' |') AS title FROM texts GROUP BY movie_id
  ), lexemes AS (
    SELECT movie_id, array_agg(DISTINCT lexeme) AS found FROM texts, unnest(title_lexemes(terms) || romanised_lexemes(syllables)) AS lexeme
    GROUP BY movie_id
  ), described AS (
    SELECT movie_id, array_agg(DISTINCT lexeme) AS found FROM texts, unnest(search_lexemes(description)) AS lexeme GROUP BY movie_id
  )
  UPDATE movie SET
    search_title = coalesce(titles.title, ''),
    search_title_words = array_to_tsvector(coalesce(lexemes.found, '{}')),
    search_words = array_to_tsvector(coalesce(described.found, '{}') ||
      ARRAY(SELECT lexeme FROM unnest(lexemes.found) AS lexeme WHERE left(lexeme, 1) NOT IN ('^', '=')))
  FROM unnest(changed) AS wanted(id)
    LEFT JOIN titles ON titles.movie_id = wanted.id
    LEFT JOIN lexemes ON lexemes.movie_id = wanted.id
    LEFT JOIN described ON described.movie_id = wanted.id
  WHERE movie.id = wanted.id;
END $$;--> statement-breakpoint
-- Once a statement, not once a row: a movie's fourteen languages are one piece of work.
CREATE OR REPLACE FUNCTION refresh_movie_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_movies(ARRAY(SELECT DISTINCT movie_id FROM changed));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_text_added AFTER INSERT ON movie_text REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_movie_search();--> statement-breakpoint
CREATE TRIGGER movie_text_changed AFTER UPDATE ON movie_text REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_movie_search();--> statement-breakpoint
CREATE TRIGGER movie_text_removed AFTER DELETE ON movie_text REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_movie_search();--> statement-breakpoint
-- A new title has another romanised form: what was written for the old one is worked out anew.
CREATE FUNCTION forget_romanised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.title IS DISTINCT FROM OLD.title AND NEW.romanised IS NOT DISTINCT FROM OLD.romanised THEN NEW.romanised := NULL; END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_text_retitled BEFORE UPDATE ON movie_text FOR EACH ROW EXECUTE FUNCTION forget_romanised();--> statement-breakpoint
SELECT index_movies(ARRAY(SELECT id FROM movie));--> statement-breakpoint
-- A catalogue is written seldom and read all day: no list of pending entries that every search would have to read,
-- which the embedded database, having no autovacuum, would never empty.
CREATE INDEX "search_word_like" ON "search_word" USING gin ("word" gin_trgm_ops) WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "movie_text_waiting" ON "movie_text" USING btree ("movie_id") WHERE romanised is null and locale in ('ja', 'zh', 'zh-hans', 'zh-hant');--> statement-breakpoint
ALTER INDEX "movie_genres" SET (fastupdate = off);--> statement-breakpoint
ALTER INDEX "movie_search_title" SET (fastupdate = off);--> statement-breakpoint
CREATE INDEX "movie_year" ON "movie" USING btree ("year");--> statement-breakpoint
CREATE INDEX "movie_search_title_words" ON "movie" USING gin ("search_title_words") WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "movie_search_words" ON "movie" USING gin ("search_words") WITH (fastupdate = off);--> statement-breakpoint
-- With what a list is filtered by: a walk along the order stays in the index, and reads only the movies it keeps.
CREATE INDEX "movie_new" ON "movie" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST)
  INCLUDE (kind, access, year, genres) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "movie_popular" ON "movie" USING btree ("popularity" DESC NULLS FIRST,"id" DESC NULLS FIRST)
  INCLUDE (kind, access, year, genres) WHERE status = 'published';
