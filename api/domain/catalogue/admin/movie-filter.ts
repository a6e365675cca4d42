import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { MovieState, movieFilter } from "../../../../contract/catalogue/admin-movie-models.ts";
import { tierOf, years, type movieStates } from "../../../../contract/catalogue/values.ts";

export type MovieFilter = { [K in keyof typeof movieFilter]?: z.output<(typeof movieFilter)[K]> };

/** Exactly the expression of the index `movie_find`. */
const facets = sql.raw("movie_facets(m.status, m.access, m.kind, m.genres, m.tags, m.missing, m.has_video)");
/** A shorter beginning matches thousands of words, so it is treated as a whole word. */
const shortestBeginning = 3;
/** In years. */
const longestTime = 30;

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
export function exactConditions({ state, access, genre, tag }: MovieFilter, words: Words | null): SQL[] {
  const conditions: SQL[] = words ? [words.matches] : [];
  if (genre) conditions.push(sql`m.genres @> array[${genre}]::text[]`);
  // A higher tier has the mark of VIP, whose filter finds every tier.
  if (access && tierOf(access) > 1) conditions.push(sql`m.access = ${access}`);
  // Trailers share the mark.
  if (state === "deleted") conditions.push(sql`m.status = 'deleted'`);
  if (tag) conditions.push(sql`m.tags @> array[${tag}]::text[]`);
  return conditions;
}

/** Conditions for the index `movie_find`: every facet that does not apply to nearly all movies. */
export function facetConditions(filter: MovieFilter): SQL[] {
  const wanted = facetsOf(filter).filter((facet) => facet !== "s:published");
  return wanted.length > 0 ? [sql`${facets} @> ${listOf(wanted)}`] : [];
}

/**
 * Years as the index `movie_find` has them: each movie by its year and by its decade, 199 for the nineties.
 * @returns nothing for so long a time that other conditions find fewer movies
 */
export function decadeConditions({ yearFrom = years.first, yearTo = years.last }: MovieFilter): SQL[] {
  if (yearTo - yearFrom >= longestTime) return [];
  const parts: number[] = [];
  for (let year = yearFrom; year <= yearTo;) {
    const isDecade = year % 10 === 0 && year + 9 <= yearTo;
    parts.push(isDecade ? year / 10 : year);
    year += isDecade ? 10 : 1;
  }
  const list = sql.join(
    parts.map((part) => sql`${part}::int`),
    sql`, `,
  );
  return [sql`array[m.year, m.year / 10] && array[${list}]::int[]`];
}

/** Conditions that the planner has statistics for, to estimate the matches of a filter. It has none for marks. */
export function knownConditions(filter: MovieFilter, words: Words | null): SQL[] {
  return [
    ...facetConditions(filter),
    ...timeConditions(filter),
    ...(words ? [words.matches] : []),
    ...yearConditions(filter),
  ];
}

/** Conditions of a state that depends on the time. */
export function timeConditions({ state }: MovieFilter): SQL[] {
  return state ? times[state] : [];
}

/** Words of a search, as conditions on `movie m`. */
export type Words = {
  /** All words are in a title, or the search is the beginning of an id. */
  matches: SQL;
  /** The same of most movies, by what the index of every order has: some others meet it as well. */
  probably: SQL;
  ofId: SQL;
  inTitles: SQL;
  /** A condition for each word, that a title contains it: by the index, and by the row alone. */
  ofTitle: { indexed: SQL; ofRow: SQL }[];
};

/** What the database makes of search words; see `readLexemes`. */
export type Lexemes = { lexemes: string[]; marks: string };

/**
 * Query of the lexemes of search words, as a tsquery has them, and of their marks. Every word has to be in a title, in any
 * language; longer words match as a beginning.
 * Run it before the search: the planner knows how frequent a word is only if the query contains it.
 */
export function readLexemes(q: string): SQL {
  // No lexeme contains a quote or a backslash: they separate words.
  return sql`select array(select quote_literal(lexeme) || case when length(lexeme) >= ${shortestBeginning} then ':*' else '' end
      from unnest(words) as lexeme) as lexemes, title_marks(array_to_tsvector(words))::text as marks
    from search_lexemes(search_terms(fold(${q}))) as words`;
}

export function wordsOf(q: string, { lexemes, marks }: Lexemes): Words {
  const ofId = sql`m.id like ${`${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
  // `=` alone is never a title's mark.
  const known = lexemes.length > 0 ? lexemes : ["'='"];
  const inTitles = sql`m.search_title_words @@ ${known.join(" & ")}::tsquery`;
  const isMarked =
    lexemes.length > 0 ? sql`m.title_marks & ${marks}::bit(128) = ${marks}::bit(128)` : sql`false`;
  const ofTitle = known.map((lexeme) => ({
    indexed: sql`m.search_title_words @@ ${lexeme}::tsquery`,
    // An expression that no index has.
    ofRow: sql`(m.search_title_words || ''::tsvector) @@ ${lexeme}::tsquery`,
  }));
  return {
    ofId,
    inTitles,
    ofTitle,
    matches: sql`(${ofId} or ${inTitles})`,
    probably: sql`(${isMarked} or ${ofId})`,
  };
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
