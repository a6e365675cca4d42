-- migration: compatible-from 0001_functions
-- Who made a movie as rows of their own, so that people can be found and have a page. `movie.credits` stays what admins
-- and imports write; triggers keep the rows in step with it, also for servers of the version before.
CREATE TABLE "movie_person" (
	"movie_id" text NOT NULL,
	"place" integer NOT NULL,
	"person_id" text NOT NULL,
	"role" text NOT NULL,
	"part" text,
	CONSTRAINT "movie_person_movie_id_place_pk" PRIMARY KEY("movie_id","place")
);
--> statement-breakpoint
CREATE TABLE "person" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"search_words" "tsvector" NOT NULL
);
--> statement-breakpoint
-- The words of a name as the search folds them. Scripts without spaces are one word: "山田 太郎" and "山田太郎" are one name.
CREATE FUNCTION person_terms(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN array_to_string(terms, '') ~ '^[a-z0-9]*$' THEN terms ELSE (
    SELECT CASE WHEN bool_and(unspaced(term)) THEN array[string_agg(term, '' ORDER BY place)] ELSE array_agg(term ORDER BY place) END
    FROM unnest(terms) WITH ORDINALITY AS cut(term, place)) END
  FROM (SELECT search_terms(fold(name)) AS terms OFFSET 0) AS folded
$$;--> statement-breakpoint
-- The id of the person with a name of these words. Plain words give the id; others give what is plain in them, two
-- hyphens and a digest, which no plain words can give. Null for a name without a letter or digit: it names no person.
CREATE FUNCTION person_id(terms text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN cardinality(terms) = 0 THEN NULL
    WHEN array_to_string(terms, '-') ~ '^[a-z0-9-]{1,60}$' THEN array_to_string(terms, '-')
    ELSE coalesce(nullif(trim('-' FROM left(regexp_replace(array_to_string(terms, '-'), '[^a-z0-9-]', '', 'g'), 40)), ''), 'p')
      || '--' || left(md5(array_to_string(terms, ' ')), 16) END
$$;--> statement-breakpoint
-- Removes those of these people whom no movie names any more. One whom another transaction is about to name is locked
-- by it and stays.
CREATE FUNCTION forget_people(unlinked text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held text[] := ARRAY(SELECT id FROM person WHERE id = ANY(unlinked)
    AND NOT EXISTS (SELECT FROM movie_person WHERE person_id = person.id) FOR UPDATE SKIP LOCKED);
BEGIN
  -- Asked again: a link may have been committed before the lock was taken.
  DELETE FROM person WHERE id = ANY(held) AND NOT EXISTS (SELECT FROM movie_person WHERE person_id = person.id);
END $$;--> statement-breakpoint
-- Writes the people of a movie anew, from its credits.
CREATE FUNCTION link_people(changed text, credits jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  unlinked text[] := ARRAY(SELECT DISTINCT person_id FROM movie_person WHERE movie_id = changed);
  ids text[] := ARRAY(SELECT person_id(person_terms(credit ->> 'name'))
    FROM jsonb_array_elements(credits) WITH ORDINALITY AS listed(credit, place) ORDER BY place);
  named record;
BEGIN
  -- So that nothing removes them meanwhile.
  PERFORM FROM person WHERE id = ANY(ids) ORDER BY id FOR KEY SHARE;
  -- Always in this order: two writers at once wait for each other instead of failing.
  FOR named IN
    SELECT DISTINCT ON (id) id, credits -> (place - 1)::int ->> 'name' AS name
    FROM unnest(ids) WITH ORDINALITY AS listed(id, place) WHERE id IS NOT NULL ORDER BY id, place
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM person WHERE id = named.id AND name = named.name);
    INSERT INTO person (id, name, folded, search_words)
    SELECT named.id, named.name, array_to_string(terms, ' '), array_to_tsvector(title_lexemes(terms))
    FROM person_terms(named.name) AS terms
    ON CONFLICT (id) DO UPDATE SET name = excluded.name;
  END LOOP;
  DELETE FROM movie_person WHERE movie_id = changed;
  INSERT INTO movie_person (movie_id, place, person_id, role, part)
  SELECT changed, place - 1, id, credits -> (place - 1)::int ->> 'role', credits -> (place - 1)::int ->> 'part'
  FROM unnest(ids) WITH ORDINALITY AS listed(id, place) WHERE id IS NOT NULL;
  PERFORM forget_people(unlinked);
END $$;--> statement-breakpoint
CREATE FUNCTION movie_people_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM link_people(NEW.id, NEW.credits);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_people_added AFTER INSERT ON movie FOR EACH ROW
  WHEN (NEW.credits <> '[]'::jsonb) EXECUTE FUNCTION movie_people_changed();--> statement-breakpoint
CREATE TRIGGER movie_people_changed AFTER UPDATE OF credits ON movie FOR EACH ROW
  WHEN (OLD.credits IS DISTINCT FROM NEW.credits) EXECUTE FUNCTION movie_people_changed();--> statement-breakpoint
-- Before the movie goes, and its links with it.
CREATE FUNCTION movie_people_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM link_people(OLD.id, '[]');
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_people_removed BEFORE DELETE ON movie FOR EACH ROW EXECUTE FUNCTION movie_people_removed();--> statement-breakpoint
-- The people of the movies that are there, each name folded once.
WITH credited AS (
  SELECT movie.id AS movie_id, (place - 1)::int AS place, credit ->> 'role' AS role, credit ->> 'name' AS name, credit ->> 'part' AS part
  FROM movie, jsonb_array_elements(movie.credits) WITH ORDINALITY AS listed(credit, place)
), named AS MATERIALIZED (
  SELECT name, terms, person_id(terms) AS id
  FROM (SELECT name, person_terms(name) AS terms FROM (SELECT DISTINCT name FROM credited) AS names OFFSET 0) AS split
), kept AS (
  INSERT INTO person (id, name, folded, search_words)
  SELECT id, name, array_to_string(terms, ' '), array_to_tsvector(title_lexemes(terms))
  FROM (SELECT DISTINCT ON (id) id, name, terms FROM named WHERE id IS NOT NULL ORDER BY id, name) AS first
)
INSERT INTO movie_person (movie_id, place, person_id, role, part)
SELECT movie_id, place, id, role, part FROM credited JOIN named USING (name) WHERE id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "movie_person" ADD CONSTRAINT "movie_person_movie_id_movie_id_fk" FOREIGN KEY ("movie_id") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movie_person" ADD CONSTRAINT "movie_person_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "movie_person_person" ON "movie_person" USING btree ("person_id","movie_id","role");--> statement-breakpoint
CREATE INDEX "person_search_words" ON "person" USING gin ("search_words");
