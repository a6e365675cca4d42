import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies, searchWordList } from "../../../db/schema.ts";
import { cardsById, published, sorts, type Sort } from "../cards.ts";
import { mostTerms } from "./terms.ts";
import type { Filters, FoundId, Lexeme, Match, Query, Term, Titles, Wanted, WordsLike } from "./titles.ts";

/** So many movies are looked through in the order wanted before the indexes of words are asked … */
const walkedForWords = 3_000;
/** … more where filters take most of them away … */
const walkedForFilteredWords = 9_000;
/** … and more still for filters alone, which the index of the order answers by itself. */
const walkedForFilters = 20_000;

/** The titles as the database finds them: any number of them. */
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

/** Cut by the same function that cuts the titles. */
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
 * What many movies meet is found by walking the order, what few meet by an index, and the planner can't tell the two
 * apart: of a rare word it only knows that it is not a common one, and would walk a million rows for it. So a short
 * walk is tried first. It finds what is common; what it does not find is rare, and all of it can be fetched and
 * sorted. Both are bounded, with statistics or without.
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

/** What the short walk alone finds: where that is less than `limit`, few movies meet the conditions. */
async function walkFor(db: Db, wanted: Wanted): Promise<FoundId[]> {
  const { match, filters, sort, after, limit } = wanted;
  const order = sql.join([...sorts[sort].order], sql`, `);
  const start = after ? and(published, isAfter(after, sort)) : published;
  const walked = !match ? walkedForFilters : filtersOf(filters) ? walkedForFilteredWords : walkedForWords;
  const first = sql`(select * from ${movies} where ${start} order by ${order} limit ${atMost(walked)}) as movie`;
  return db.select(columns(sort)).from(first).where(conditionsOf(wanted)).orderBy(order).limit(limit);
}

/** No more than a quarter of the catalogue: of a small one, all is fetched sooner than most of it is walked. */
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

/** Microseconds are kept: a cursor cut to milliseconds would repeat or skip rows published together. */
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
    // Terms hold letters and digits alone: nothing of a pattern is to be escaped.
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
