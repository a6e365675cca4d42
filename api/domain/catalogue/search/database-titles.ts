import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies, searchWordList } from "../../../db/schema.ts";
import { cardsById, published, sorts, type Sort } from "../cards.ts";
import { mostTerms } from "./terms.ts";
import type { Filters, FoundId, Lexeme, Match, Query, Term, Titles, Wanted, WordsLike } from "./titles.ts";

/** Most movies walked in the requested order before the word indexes are used … */
const walkedForWords = 3_000;
/** … more if filters exclude most of them … */
const walkedForFilteredWords = 9_000;
/** … and more still for filters alone, which the index of the order can check by itself. */
const walkedForFilters = 20_000;

/** Searches titles in the database, for a catalogue of any size. */
export function createDatabaseTitles(db: Db): Titles {
  return {
    terms: (q) => termsOf(db, q),
    find: (wanted) => findIds(db, wanted),
    areRare: async (wanted) => (await walkFor(db, wanted)).length < wanted.limit,
    wordsLike: (text) => wordsLike(db, text),
    mostShared: (ids, groups, limit) => mostShared(db, { ids, groups, limit }),
    cards: (ids, locale) => cardsById(db, { ids, locale }),
  };
}

/** Splits a query with the same function that splits the titles. */
async function termsOf(db: Db, q: string): Promise<Term[]> {
  const [row] = await db
    .select({
      texts: sql<string[]>`search_terms(fold(${q}))`,
      unspaced: sql<
        boolean[]
      >`array(select unspaced(term) from unnest(search_terms(fold(${q}))) with ordinality as cut(term, place) order by place)`,
    })
    .from(sql`(select 1) as once`);
  const { texts = [], unspaced = [] } = row ?? {};
  return texts.slice(0, mostTerms).map((text, place) => ({ text, unspaced: unspaced[place] === true }));
}

/**
 * Frequent matches are found by walking the order, rare ones by an index. The planner can't tell the two apart: of a
 * rare word it knows only that it is not frequent, and would walk a million rows for it. So a short walk is tried
 * first. It finds frequent matches. If it does not find enough, the matches are rare, and all of them can be fetched
 * and sorted. Both steps are bounded, with or without statistics.
 */
async function findIds(db: Db, wanted: Wanted): Promise<FoundId[]> {
  const { sort, after, limit, rare = false } = wanted;
  const order = sql.join([...sorts[sort].order], sql`, `);
  const start = after ? and(published, isAfter(after, sort)) : published;
  if (!rare) {
    const found = await walkFor(db, wanted);
    if (found.length === limit) return found;
  }
  const all = sql`(with found as materialized (
    select id, popularity, published_at from ${movies} where ${and(start, conditionsOf(wanted))}
  ) select * from found) as movie`;
  return db.select(columns(sort)).from(all).orderBy(order).limit(limit);
}

/** The result of the short walk alone: if it is shorter than `limit`, few movies match. */
async function walkFor(db: Db, wanted: Wanted): Promise<FoundId[]> {
  const { match, filters, sort, after, limit } = wanted;
  const order = sql.join([...sorts[sort].order], sql`, `);
  const start = after ? and(published, isAfter(after, sort)) : published;
  const walked = !match ? walkedForFilters : filtersOf(filters) ? walkedForFilteredWords : walkedForWords;
  const first = sql`(select * from ${movies} where ${start} order by ${order} limit ${atMost(walked)}) as movie`;
  return db.select(columns(sort)).from(first).where(conditionsOf(wanted)).orderBy(order).limit(limit);
}

/** At most a quarter of the catalogue: in a small one, fetching all is faster than walking most of it. */
function atMost(walked: number): SQL {
  return sql`(select least(${walked}::float8, greatest(reltuples, 0) / 4)::bigint from pg_class where oid = 'movie'::regclass)`;
}

function columns(sort: Sort) {
  return { id: sql<string>`${movies.id}`, key: keyText(sort) };
}

function isAfter({ key, id }: { key: string; id: string }, sort: Sort): SQL {
  const value = sort === "new" ? sql`${key}::timestamptz` : sql`${key}::int`;
  return sql`(${sorts[sort].key}, ${movies.id}) < (${value}, ${id})`;
}

/** Keeps microseconds: a cursor cut to milliseconds would repeat or skip rows published together. */
export function keyText(sort: Sort): SQL<string> {
  return sort === "new"
    ? sql<string>`to_char(${movies.publishedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql<string>`${movies.popularity}::text`;
}

function conditionsOf({ match, filters }: Wanted): SQL | undefined {
  return and(match ? matchOf(match) : undefined, filtersOf(filters));
}

function matchOf({ title, words, runs = [], not = [] }: Match): SQL {
  return and(
    title && sql`${movies.searchTitleWords} @@ ${tsqueryOf(title)}::tsquery`,
    words && sql`${movies.searchWords} @@ ${tsqueryOf(words)}::tsquery`,
    // Terms contain only letters and digits, so no LIKE pattern needs escaping.
    ...runs.map((run) => sql`${movies.searchTitle} like ${`%${run}%`}`),
    ...not.map((one) => sql`not (${matchOf(one)})`),
  )!;
}

function filtersOf({ genre, year, decade, kind, access }: Filters): SQL | undefined {
  return and(
    kind && eq(movies.kind, kind),
    access && eq(movies.access, access),
    genre ? sql`${movies.genres} @> array[${genre}]::text[]` : undefined,
    year === undefined ? undefined : eq(movies.year, year),
    decade === undefined ? undefined : sql`${movies.year} between ${decade} and ${decade + 9}`,
  );
}

function tsqueryOf(query: Query): string {
  return query.map((group) => `(${group.map(quoted).join(" | ")})`).join(" & ");
}

function quoted({ text, open }: Lexeme): string {
  return `'${text.replaceAll(/['\\]/g, "$&$&")}'${open ? ":*" : ""}`;
}

async function wordsLike(db: Db, text: string): Promise<WordsLike> {
  const { word } = searchWordList;
  const length = [...text].length;
  const [around, near] = await Promise.all([
    db
      .select({ word })
      .from(searchWordList)
      .where(sql`${word} like ${`%${text}%`}`)
      .orderBy(sql`(${word} like ${`${text}%`}) desc`, sql`length(${word})`, word)
      .limit(4),
    db
      .select({ word, alike: sql<number>`similarity(${word}, ${text})` })
      .from(searchWordList)
      .where(sql`length(${word}) between ${length - 2} and ${length + 4} and ${word} % ${text}`)
      .orderBy(sql`similarity(${word}, ${text}) desc`, word)
      .limit(40),
  ]);
  return { around: around.map((one) => one.word), near };
}

async function mostShared(
  db: Db,
  { ids, groups, limit }: { ids: string[]; groups: Query; limit: number },
): Promise<string[]> {
  const shared = sql.join(
    groups.map((group) => sql`(${matchOf({ title: [group] })})::int`),
    sql` + `,
  );
  const best = await db
    .select({ id: movies.id })
    .from(movies)
    .where(inArray(movies.id, ids))
    .orderBy(sql`${shared} desc`, desc(movies.popularity), desc(movies.id))
    .limit(limit);
  return best.map(({ id }) => id);
}
