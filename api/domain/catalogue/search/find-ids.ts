import { and, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import { published, sorts, type Sort } from "../cards.ts";

/** Which movies, in which order, and from which place of it. */
export type Wanted = {
  /** The condition of the words; undefined = none. */
  match: SQL | undefined;
  filters: SQL | undefined;
  sort: Sort;
  /** Sort key and id of the last movie of the page before. */
  after: { key: string; id: string } | null;
  limit: number;
  /** Few movies can match: the order is not walked for them. */
  rare?: boolean;
};

export type FoundId = { id: string; key: string };

/** So many movies are looked through in the order wanted before the indexes of words are asked … */
const walkedForWords = 3_000;
/** … more where filters take most of them away … */
const walkedForFilteredWords = 9_000;
/** … and more still for filters alone, which the index of the order answers by itself. */
const walkedForFilters = 20_000;

/**
 * The first movies of an order that meet the conditions. What many meet is found by walking the order, what few meet
 * by an index, and the planner can't tell the two apart: of a rare word it only knows that it is not a common one, and
 * would walk a million rows for it. So a short walk is tried first. It finds what is common; what it does not find
 * is rare, and all of it can be fetched and sorted. Both are bounded, with statistics or without.
 */
export async function findIds(db: Db, wanted: Wanted): Promise<FoundId[]> {
  const { match, filters, sort, after, limit, rare = false } = wanted;
  const order = sql.join([...sorts[sort].order], sql`, `);
  const start = after ? and(published, isAfter(after, sort)) : published;
  const columns = { id: sql<string>`${movies.id}`, key: keyText(sort) };
  if (!rare) {
    const found = await walkFor(db, wanted);
    if (found.length === limit) return found;
  }
  const all = sql`(with found as materialized (
    select id, popularity, published_at from ${movies} where ${and(start, match, filters)}
  ) select * from found) as movie`;
  return db.select(columns).from(all).orderBy(order).limit(limit);
}

/** What the short walk alone finds: where that is less than `limit`, few movies meet the conditions. */
export async function walkFor(db: Db, { match, filters, sort, after, limit }: Wanted): Promise<FoundId[]> {
  const order = sql.join([...sorts[sort].order], sql`, `);
  const start = after ? and(published, isAfter(after, sort)) : published;
  const walked = !match ? walkedForFilters : filters ? walkedForFilteredWords : walkedForWords;
  const first = sql`(select * from ${movies} where ${start} order by ${order} limit ${atMost(walked)}) as movie`;
  return db
    .select({ id: sql<string>`${movies.id}`, key: keyText(sort) })
    .from(first)
    .where(and(match, filters))
    .orderBy(order)
    .limit(limit);
}

/** No more than a quarter of the catalogue: of a small one, all is fetched sooner than most of it is walked. */
function atMost(walked: number): SQL {
  return sql`(select least(${walked}::float8, greatest(reltuples, 0) / 4)::bigint from pg_class where oid = 'movie'::regclass)`;
}

function isAfter({ key, id }: { key: string; id: string }, sort: Sort): SQL {
  const value = sort === "new" ? sql`${key}::timestamptz` : sql`${key}::int`;
  return sql`(${sorts[sort].key}, ${movies.id}) < (${value}, ${id})`;
}

/** Microseconds are kept: a cursor cut to milliseconds would repeat or skip rows published together. */
function keyText(sort: Sort): SQL<string> {
  return sort === "new"
    ? sql<string>`to_char(${movies.publishedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql<string>`${movies.popularity}::text`;
}
