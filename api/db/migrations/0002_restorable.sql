-- migration: compatible-from 0001_functions
-- pg_restore sets no search path: it computes the marks of each movie, and has to find the function they use.
CREATE OR REPLACE FUNCTION movie_marks(facets text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(bit_or(1::bigint << CASE left(facet, 2)
    WHEN 'g:' THEN 24 + ('x' || left(md5(facet), 6))::bit(24)::int % 20
    WHEN 't:' THEN 44 + ('x' || left(md5(facet), 6))::bit(24)::int % 19
    ELSE coalesce(array_position(ARRAY['s:draft', 's:published', 's:deleted', 'a:free', 'a:signed-in', 'a:vip', 'k:film', 'k:series',
      'f:none', 'f:some', 'm:ar', 'm:de', 'm:en', 'm:id', 'm:ja', 'm:ko', 'm:ms', 'm:pt', 'm:th', 'm:tr', 'm:vi', 'm:zh-hans', 'm:zh-hant'], facet) - 1, public.refuse_facet(facet))
  END), 0) FROM unnest(facets) AS facet
$$;
