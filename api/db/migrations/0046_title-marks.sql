-- migration: compatible-from 0001_functions
-- Which words a title may have, in 128 bits: one for the first three letters of each word, and one for the first five. So an
-- index of an order can tell most titles that do not have a word from those that may. It is the same for a title as for the
-- words of a search, which match as a beginning from three letters on.
CREATE FUNCTION title_marks(words tsvector) RETURNS bit(128) LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(bit_or(set_bit(repeat('0', 128)::bit(128), ('x' || left(md5(left(word, letters)), 6))::bit(24)::int % 128, 1)),
    repeat('0', 128)::bit(128))
  FROM (SELECT lexeme AS word FROM unnest(words)) AS listed, (VALUES (3), (5)) AS beginnings(letters)
  WHERE left(word, 1) NOT IN ('^', '=') AND (letters = 3 OR length(word) >= letters)
$$;--> statement-breakpoint
-- All marks until they are computed: such a title may have any word.
ALTER TABLE "movie" ADD COLUMN "title_marks" bit(128) DEFAULT repeat('1', 128)::bit(128) NOT NULL;--> statement-breakpoint
CREATE FUNCTION mark_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.title_marks := title_marks(NEW.search_title_words);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_title_marked BEFORE UPDATE OF search_title_words ON movie FOR EACH ROW EXECUTE FUNCTION mark_title();
