DROP INDEX "movie_text_waiting";--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "purpose" text DEFAULT 'picture' NOT NULL;--> statement-breakpoint
CREATE INDEX "movie_text_waiting" ON "movie_text" USING btree ("movie_id") WHERE (romanised is null or right(romanised, 2) = '|?') and locale in ('ja', 'zh', 'zh-hans', 'zh-hant');--> statement-breakpoint
-- What admins have stored is the service's: nothing sweeps it away.
UPDATE upload SET purpose = 'any' WHERE uid = '' OR uid IN (SELECT uid FROM user_account WHERE admin > 0) OR key !~ '\.(jpe?g|png|webp)$';--> statement-breakpoint
-- As before, and a romanised title may be spelt in several ways, each of them found as if it were the only one.
CREATE OR REPLACE FUNCTION index_movies(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH texts AS MATERIALIZED (
    SELECT movie_id, fold(title) AS title, search_terms(fold(title)) AS terms, romanised, search_terms(fold(description)) AS description
    FROM movie_text WHERE movie_id = ANY(changed)
  ), spellings AS MATERIALIZED (
    SELECT movie_id, search_terms(fold(spelling)) AS syllables FROM texts, unnest(string_to_array(romanised, '|')) AS spelling
  ), kept AS (
    INSERT INTO search_word
    SELECT DISTINCT term FROM (
      SELECT unnest(terms) FROM texts UNION SELECT array_to_string(syllables, '') FROM spellings
    ) AS words(term)
    WHERE length(term) BETWEEN 3 AND 30 AND NOT unspaced(term)
    -- In one order for everyone: two writers at once wait for each other instead of failing.
    ORDER BY term ON CONFLICT DO NOTHING
  ), titles AS (
    SELECT movie_id, string_agg(DISTINCT ' ' || title, ' |') AS title FROM texts GROUP BY movie_id
  ), lexemes AS (
    SELECT movie_id, array_agg(DISTINCT lexeme) AS found FROM (
      SELECT movie_id, unnest(title_lexemes(terms)) AS lexeme FROM texts
      UNION ALL
      SELECT movie_id, unnest(romanised_lexemes(syllables)) FROM spellings
    ) AS all_lexemes
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
-- Titles of before are read by the dictionary, too; until then they are found as they were.
UPDATE movie_text SET romanised = romanised || '|?' WHERE locale = 'ja' AND romanised IS NOT NULL;
