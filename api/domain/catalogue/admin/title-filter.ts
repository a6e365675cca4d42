import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { MovieState, movieFilter } from "../../../../contract/calls/admin-movie-models.ts";

export type TitleFilter = { [K in keyof typeof movieFilter]?: z.output<(typeof movieFilter)[K]> };

/** The expression of the index `movie_facets`, to the letter. */
const facets = sql.raw("movie_facets(m.status, m.access, m.kind, m.genres, m.tags, m.missing, m.has_film)");
/** A shorter beginning is one of thousands of words: it is taken for a whole one. */
const shortestBeginning = 3;

const states: Record<MovieState, SQL> = {
  draft: sql`m.status = 'draft'`,
  deleted: sql`m.status = 'deleted'`,
  scheduled: sql`m.status = 'published' and m.published_at > now()`,
  ended: sql`m.status = 'published' and m.hide_at <= now() and m.published_at <= now()`,
  published: sql`m.status = 'published' and m.published_at <= now() and (m.hide_at is null or m.hide_at > now())`,
};

/** How a title stands now, as SQL over `movie m`. */
export const stateOf = sql<MovieState>`case when m.status <> 'published' then m.status
  when m.published_at > now() then 'scheduled' when m.hide_at <= now() then 'ended' else 'published' end`;

/** What no index of facets knows: a text, a range, a time. */
function besideFacets({ q, state, yearFrom, yearTo }: TitleFilter): SQL[] {
  const conditions: SQL[] = [state ? states[state] : sql`m.status <> 'deleted'`];
  if (q !== undefined) conditions.push(matching(q));
  if (yearFrom !== undefined) conditions.push(sql`m.year >= ${yearFrom}`);
  if (yearTo !== undefined) conditions.push(sql`m.year <= ${yearTo}`);
  return conditions;
}

/** The conditions of a filter on `movie m`, column by column: for a walk along an order. */
export function titleConditions(filter: TitleFilter): SQL[] {
  const { access, kind, genre, tag, missing, film } = filter;
  const conditions = besideFacets(filter);
  if (access) conditions.push(sql`m.access = ${access}`);
  if (kind) conditions.push(sql`m.kind = ${kind}`);
  if (genre) conditions.push(sql`m.genres @> array[${genre}]::text[]`);
  if (tag) conditions.push(sql`m.tags @> array[${tag}]::text[]`);
  if (missing) conditions.push(sql`m.missing @> array[${missing}]::text[]`);
  if (film) conditions.push(film === "some" ? sql`m.has_film` : sql`not m.has_film`);
  return conditions;
}

/** The same by the index of facets: for what few titles meet. */
export function facetConditions(filter: TitleFilter): SQL[] {
  const { state, access, kind, genre, tag, missing, film } = filter;
  const status = state && (state === "draft" || state === "deleted" ? state : "published");
  const wanted = [
    status && `s:${status}`,
    access && `a:${access}`,
    kind && `k:${kind}`,
    genre && `g:${genre}`,
    tag && `t:${tag}`,
    missing && `m:${missing}`,
    film && `f:${film}`,
  ].filter((facet): facet is string => facet !== undefined);
  const conditions = besideFacets(filter);
  if (wanted.length === 0) return conditions;
  const list = sql.join(
    wanted.map((facet) => sql`${facet}`),
    sql`, `,
  );
  return [...conditions, sql`${facets} @> array[${list}]::text[]`];
}

export function isFiltered(filter: TitleFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Every word stands in a title, in whatever language, longer ones as a beginning of one; or it is an id's beginning. */
function matching(q: string): SQL {
  const ofId = sql`m.id like ${`${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
  // Quoted by hand: lexemes hold no quote and no backslash, which separate words. `=` alone is no title's mark.
  return sql`(${ofId} or m.search_title_words @@ (select coalesce(string_agg(
    '''' || lexeme || '''' || case when length(lexeme) >= ${shortestBeginning} then ':*' else '' end, ' & '), '''=''')::tsquery
    from unnest(search_lexemes(search_terms(fold(${q})))) as lexeme))`;
}
