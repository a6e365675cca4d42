import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { estimateRows } from "../../../db/estimate-rows.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import {
  exactConditions,
  facetConditions,
  isFiltered,
  knownConditions,
  lexemesOf,
  markConditions,
  where,
  wordCondition,
  yearConditions,
  type MovieFilter,
} from "./movie-filter.ts";

/**
 * Most index entries of an order that are walked: half a microsecond each, as the index contains every column needed.
 */
const walked = 30_000;
/** Most movie rows read during a walk: a few microseconds each. */
const lookedAt = 6_000;
/**
 * If a word matches at most this many movies, reading them is faster than reading the long lists of facets and years
 * that would exclude most of them.
 */
const fewOfWord = 5_000;
/** If years match at most this many movies, reading them by year is faster, whatever the order of the list. */
const fewOfYears = 60_000;

export type Place = { id: string; key: string };

/** A list's order, and the requested page. */
export type MovieOrder = {
  /** The sort column; together with the id it is an index. */
  column: "sort_title" | "published_at" | "updated_at" | "popularity" | "year";
  direction: "asc" | "desc";
  /** Value of a row `m` in a cursor's form, and the type to read it back with. */
  text: SQL;
  cast: SQL;
  after: Place | null;
  limit: number;
};

/**
 * Returns one row more than the page if there are more. Frequent matches are found by walking the order's index, rare
 * ones by the indexes of words, facets and years. The planner's statistics decide between the two.
 * @returns `total` null if it was not counted on the way
 */
export async function findPage(
  db: Db,
  filter: MovieFilter,
  order: MovieOrder,
): Promise<{ places: Place[]; total: number | null }> {
  const words = filter.q === undefined ? null : await readWords(db, filter.q);
  if (await isCommon(db, { filter, words, order })) {
    const places = await walk(db, { filter, words, order });
    if (places) return { places, total: null };
  }
  const found = await gather(db, { filter, words, order });
  return { places: found, total: found[0]?.total ?? (order.after ? null : 0) };
}

/** Turns search words into a condition. */
export async function readWords(db: Db, q: string): Promise<SQL> {
  const [row] = rowsOf<{ lexemes: string }>(await db.execute(sql`select ${lexemesOf(q)} as lexemes`));
  return wordCondition(q, row!.lexemes);
}

type Wanted = { filter: MovieFilter; words: SQL | null; order: MovieOrder };

/** Whether a walk is likely to find a full page. */
async function isCommon(db: Db, { filter, words, order }: Wanted): Promise<boolean> {
  if (!isFiltered(filter)) return true;
  const [all] = rowsOf<{ n: number }>(
    await db.execute(sql`select reltuples::float8 as n from pg_class where oid = 'movie'::regclass`),
  );
  if (all!.n <= walked) return true;
  const found = await estimate(db, knownConditions(filter, words));
  const apart = all!.n / Math.max(1, found);
  if (apart * order.limit > walked) return false;
  if (!words) return true;
  return (all!.n / Math.max(1, await estimate(db, [words]))) * order.limit <= lookedAt;
}

/** Number of movies that the planner expects to match. */
function estimate(db: Db, conditions: SQL[]): Promise<number> {
  return estimateRows(db, sql`select 1 from movie m ${where(conditions)}`);
}

/** @returns null if the walk ended before it found enough */
async function walk(db: Db, { filter, words, order }: Wanted): Promise<Place[] | null> {
  const { column, limit } = order;
  const exact = exactConditions(filter, words);
  // `offset 0` keeps the planner from flattening this subquery: movies are read one by one until there are enough.
  const look = sql`cross join lateral (select 1 from movie m ${where([sql`m.id = w.id`, ...exact])} offset 0) looked`;
  const most = exact.length > 0 ? lookedAt : limit + 1;
  // Years limit the order itself: a walk by year starts within them.
  const bounds = column === "year" ? yearConditions(filter) : [];
  const rows = rowsOf<Place & { whole: boolean }>(
    await db.execute(sql`with entries as materialized (
        select m.id, m.marks, m.year, m.published_at, m.hide_at, ${keyOf(order)} as sort_key from movie m
        ${where([...bounds, ...afterConditions(order)])} ${inOrder(order)} limit ${walked}),
      w as materialized (
        select m.id, m.sort_key from entries m ${where(markConditions(filter))} limit ${most}),
      page as materialized (
        select w.id, w.sort_key as ${sql.raw(column)} from w ${exact.length > 0 ? look : sql``} limit ${limit + 1})
      select m.id, ${order.text} as key, (select count(*) from page) > ${limit}
        or ((select count(*) from w) < ${most} and (select count(*) from entries) < ${walked}) as whole
      from (values (1)) as always left join page m on true ${inOrder(order)}`),
  );
  return rows[0]!.whole ? rows.filter(({ id }) => id !== null) : null;
}

/** Fetches all matches if they are few, and returns the page and their number. */
async function gather(db: Db, { filter, words, order }: Wanted): Promise<(Place & { total: number })[]> {
  const columns = sql`m.id, m.status, m.sort_title, m.published_at, m.updated_at, m.popularity, m.year, m.hide_at, m.marks, m.genres, m.tags`;
  // One index at a time: the planner would combine several, and read a hundred thousand entries to exclude a few.
  const years = yearConditions(filter);
  const byYear = !words && years.length > 0 && (await estimate(db, years)) <= fewOfYears;
  const candidates = byYear
    ? sql`entries as materialized (select m.id from movie m ${where(markConditions(filter))}),
        candidates as materialized (select m.* from entries e cross join lateral (
          select ${columns} from movie m where m.id = e.id offset 0) m)`
    : sql`candidates as materialized (
        select ${columns} from movie m ${where(await narrowest(db, filter, words))})`;
  return rowsOf<Place & { total: number }>(
    await db.execute(sql`with ${candidates}, found as materialized (
        select * from candidates m ${where([...markConditions(filter), ...exactConditions(filter, null)])})
      select m.id, ${order.text} as key, (select count(*)::int from found) as total from found m
      ${where(afterConditions(order))} ${inOrder(order)} limit ${order.limit + 1}`),
  );
}

/** Conditions to fetch movies by: words alone if they are rare enough, or else words, facets and years. */
async function narrowest(db: Db, filter: MovieFilter, words: SQL | null): Promise<SQL[]> {
  const byFacets = facetConditions(filter);
  if (!words) return byFacets.length > 0 ? byFacets : knownConditions(filter, null);
  const others = [...byFacets, ...yearConditions(filter)];
  if (others.length === 0 || (await estimate(db, [words])) <= fewOfWord) return [words];
  return [words, ...others];
}

function keyOf({ column }: MovieOrder): SQL {
  return sql.raw(`m.${column}`);
}

function inOrder(order: MovieOrder): SQL {
  const way = sql.raw(order.direction);
  return sql`order by ${keyOf(order)} ${way}, m.id ${way}`;
}

function afterConditions(order: MovieOrder): SQL[] {
  if (!order.after) return [];
  const { key, id } = order.after;
  return [
    sql`(${keyOf(order)}, m.id) ${sql.raw(order.direction === "asc" ? ">" : "<")} (${key}::${order.cast}, ${id})`,
  ];
}
