-- Search by words. An index of whole words, of word beginnings and of the grams of scripts without spaces knows how
-- common each of them is, so the planner can choose between it and the order wanted; trigrams of whole texts don't.

-- One form for everything that should match: case, accents (Vietnamese too), full-width forms, katakana as hiragana and the
-- Arabic letters people write for one another. IMMUTABLE, so that indexes may use it: the dictionary is named.
CREATE FUNCTION fold(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
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
-- Writes what these movies are found and sorted by, from their texts and who made them, and which languages are missing. Titles
-- begin with a space, so that the start of a word is always ' x'. A romanised title may be spelt in several ways, each of them
-- found as if it were the only one.
CREATE FUNCTION index_movies(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
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
    missing = ARRAY(SELECT locale FROM unnest('{ar,de,en,id,ja,ko,ms,pt,th,tr,vi,zh-hans,zh-hant}'::text[]) AS locale
      WHERE NOT locale = ANY(coalesce(titles.locales, '{}')))
  FROM unnest(changed) AS wanted(id)
    LEFT JOIN titles ON titles.movie_id = wanted.id
    LEFT JOIN lexemes ON lexemes.movie_id = wanted.id
    LEFT JOIN described ON described.movie_id = wanted.id
  WHERE movie.id = wanted.id;
END $$;--> statement-breakpoint
-- Indexes the movies whose texts a statement wrote. Once a statement, not once a row: a movie's languages are one
-- piece of work.
CREATE FUNCTION refresh_movie_search() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- Indexes a movie whose makers or language have changed.
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
  UPDATE movie SET has_video = NOT has_video
  WHERE id = ANY(changed) AND has_video <> EXISTS (
    SELECT 1 FROM episode JOIN asset ON asset.id = episode.asset_id WHERE episode.movie_id = movie.id AND asset.state = 'ready')
$$;--> statement-breakpoint
-- For an episode that was added or removed, or has another film.
CREATE FUNCTION episode_film_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM note_films(ARRAY[OLD.movie_id]); END IF;
  IF TG_OP <> 'DELETE' AND NEW.asset_id IS NOT NULL THEN PERFORM note_films(ARRAY[NEW.movie_id]); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER episode_film AFTER INSERT OR DELETE OR UPDATE OF asset_id ON episode
  FOR EACH ROW EXECUTE FUNCTION episode_film_changed();--> statement-breakpoint
-- For a film that has become ready, or is no longer.
CREATE FUNCTION asset_state_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_films(ARRAY(SELECT movie_id FROM episode WHERE asset_id = NEW.id ORDER BY movie_id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER asset_film AFTER UPDATE OF state ON asset FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION asset_state_changed();
