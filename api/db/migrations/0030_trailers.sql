-- migration: compatible-from 0001_functions
-- Trailers, each a movie of its own in no list: docs/decisions/091.
ALTER TABLE "movie" ADD COLUMN "trailer_of" text;--> statement-breakpoint
ALTER TABLE "movie" ADD CONSTRAINT "movie_trailer_of_movie_id_fk" FOREIGN KEY ("trailer_of") REFERENCES "public"."movie"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Lists leave out trailers by the mark that deleted movies have: all 63 marks are taken.
CREATE OR REPLACE FUNCTION movie_facets(status text, access text, kind text, genres text[], tags text[], missing text[], has_video boolean)
RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['s:' || CASE status WHEN 'trailer' THEN 'deleted' ELSE status END, 'a:' || access, 'k:' || kind,
      CASE WHEN has_video THEN 'f:some' ELSE 'f:none' END]
    || ARRAY(SELECT 'g:' || genre FROM unnest(genres) AS genre)
    || ARRAY(SELECT 't:' || tag FROM unnest(tags) AS tag)
    || ARRAY(SELECT 'm:' || locale FROM unnest(missing) AS locale)
$$;
