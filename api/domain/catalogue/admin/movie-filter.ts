import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { MovieState, movieFilter } from "../../../../contract/catalogue/admin-movie-models.ts";
import { tierOf, type movieStates } from "../../../../contract/catalogue/values.ts";

export type MovieFilter = { [K in keyof typeof movieFilter]?: z.output<(typeof movieFilter)[K]> };

/** Exactly the expression of the index `movie_facets`. */
const facets = sql.raw("movie_facets(m.status, m.access, m.kind, m.genres, m.tags, m.missing, m.has_video)");
/** A shorter beginning matches thousands of words, so it is treated as a whole word. */
const shortestBeginning = 3;

const times: Record<(typeof movieStates)[number], SQL[]> = {
  draft: [],
  waiting: [],
  deleted: [],
  scheduled: [sql`m.published_at > now()`],
  ended: [sql`m.hide_at <= now()`, sql`m.published_at <= now()`],
  published: [sql`m.published_at <= now()`, sql`(m.hide_at is null or m.hide_at > now())`],
};

/** The current state of a movie, as SQL over `movie m`. */
export const stateOf = sql<MovieState>`case when m.status <> 'published' then m.status
  when m.published_at > now() then 'scheduled' when m.hide_at <= now() then 'ended' else 'published' end`;

/** The facets that a filter requires; see `movie_facets()`. */
function facetsOf({ state, access, kind, genre, tag, missing, film }: MovieFilter): string[] {
  const status = state && (times[state].length === 0 ? state : "published");
  return [
    status && `s:${status}`,
    access && `a:${access}`,
    kind && `k:${kind}`,
    genre && `g:${genre}`,
    tag && `t:${tag}`,
    missing && `m:${missing}`,
    film && `f:${film}`,
  ].filter((facet): facet is string => facet !== undefined);
}

/** Conditions that the index of every order can check, so that a walk reads only the index. */
export function markConditions(filter: MovieFilter): SQL[] {
  const { state } = filter;
  const wanted = facetsOf(filter);
  const conditions: SQL[] = state ? [...times[state]] : [sql`m.marks & movie_marks('{s:deleted}') = 0`];
  if (wanted.length > 0)
    conditions.push(sql`m.marks & movie_marks(${listOf(wanted)}) = movie_marks(${listOf(wanted)})`);
  return [...conditions, ...yearConditions(filter)];
}

export function yearConditions({ yearFrom, yearTo }: MovieFilter): SQL[] {
  return [
    ...(yearFrom === undefined ? [] : [sql`m.year >= ${yearFrom}`]),
    ...(yearTo === undefined ? [] : [sql`m.year <= ${yearTo}`]),
  ];
}

/** Conditions that need the movie row: its words, and what shares a mark, as several genres and tags do. */
export function exactConditions({ state, access, genre, tag }: MovieFilter, words: SQL | null): SQL[] {
  const conditions: SQL[] = words ? [words] : [];
  if (genre) conditions.push(sql`m.genres @> array[${genre}]::text[]`);
  // A higher tier has the mark of VIP, whose filter finds every tier.
  if (access && tierOf(access) > 1) conditions.push(sql`m.access = ${access}`);
  // Trailers share the mark.
  if (state === "deleted") conditions.push(sql`m.status = 'deleted'`);
  if (tag) conditions.push(sql`m.tags @> array[${tag}]::text[]`);
  return conditions;
}

/** Conditions for the facet index: every facet that does not apply to nearly all movies. */
export function facetConditions(filter: MovieFilter): SQL[] {
  const wanted = facetsOf(filter).filter((facet) => facet !== "s:published");
  return wanted.length > 0 ? [sql`${facets} @> ${listOf(wanted)}`] : [];
}

/** Conditions that the planner has statistics for, to estimate the matches of a filter. It has none for marks. */
export function knownConditions(filter: MovieFilter, words: SQL | null): SQL[] {
  return [
    ...facetConditions(filter),
    ...(filter.state ? times[filter.state] : []),
    ...(words ? [words] : []),
    ...yearConditions(filter),
  ];
}

/**
 * SQL that computes the lexemes of search words. Every word has to be in a title, in any language; longer words match
 * as a beginning.
 * Run it before the search: the planner knows how frequent a word is only if the query contains it.
 */
export function lexemesOf(q: string): SQL {
  // Quoted by hand: quotes and backslashes separate words, so no lexeme contains them. `=` alone is never a title's
  // mark.
  return sql`(select coalesce(string_agg(
    '''' || lexeme || '''' || case when length(lexeme) >= ${shortestBeginning} then ':*' else '' end, ' & '), '''=''')
    from unnest(search_lexemes(search_terms(fold(${q})))) as lexeme)`;
}

/** Matches titles, or the beginning of an id. @param lexemes the result of `lexemesOf` */
export function wordCondition(q: string, lexemes: string): SQL {
  const ofId = sql`m.id like ${`${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
  return sql`(${ofId} or m.search_title_words @@ ${lexemes}::tsquery)`;
}

export function isFiltered(filter: MovieFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

function listOf(values: readonly string[]): SQL {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;
}

/** Joins conditions into a WHERE clause; empty for none. */
export function where(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;
}
