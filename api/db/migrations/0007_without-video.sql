-- migration: compatible-from 0001_functions
-- The facet of titles that wait for a video has the last free bit.
CREATE OR REPLACE FUNCTION movie_marks(facets text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(bit_or(1::bigint << CASE left(facet, 2)
    WHEN 'g:' THEN 24 + ('x' || left(md5(facet), 6))::bit(24)::int % 20
    WHEN 't:' THEN 44 + ('x' || left(md5(facet), 6))::bit(24)::int % 19
    ELSE coalesce(array_position(ARRAY['s:draft', 's:published', 's:deleted', 'a:free', 'a:signed-in', 'a:vip', 'k:film', 'k:series',
      'f:none', 'f:some', 'm:ar', 'm:de', 'm:en', 'm:id', 'm:ja', 'm:ko', 'm:ms', 'm:pt', 'm:th', 'm:tr', 'm:vi', 'm:zh-hans', 'm:zh-hant',
      's:waiting'], facet) - 1, public.refuse_facet(facet))
  END), 0) FROM unnest(facets) AS facet
$$;--> statement-breakpoint
-- Keeps a movie without a video from becoming public, unless it is announced: what would publish it makes it wait, and
-- its first video publishes it and ends the announcement. A public movie that loses its video stays as it is.
CREATE FUNCTION hold_without_video() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.has_video THEN NEW.premiere_on := NULL; END IF;
  IF NEW.status = 'waiting' AND (NEW.has_video OR NEW.premiere_on IS NOT NULL) THEN
    NEW.status := 'published';
  ELSIF NEW.status = 'published' AND NOT NEW.has_video AND NEW.premiere_on IS NULL
    AND (OLD.status NOT IN ('published', 'deleted') OR OLD.premiere_on IS NOT NULL OR NEW.published_at > now()
      OR OLD.hide_at <= now() AND (NEW.hide_at IS NULL OR NEW.hide_at > now())) THEN
    NEW.status := 'waiting';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_without_video BEFORE UPDATE OF status, has_video, premiere_on, published_at, hide_at ON movie
  FOR EACH ROW EXECUTE FUNCTION hold_without_video();--> statement-breakpoint
UPDATE movie SET pictures = '{poster,backdrop}' WHERE artwork_version <> '0';--> statement-breakpoint
UPDATE movie SET status = 'waiting' WHERE status = 'published' AND NOT has_video AND published_at > now();
