import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { estimateRows } from "../../../db/estimate-rows.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import {
  decadeConditions,
  exactConditions,
  facetConditions,
  isFiltered,
  knownConditions,
  markConditions,
  readLexemes,
  timeConditions,
  where,
  wordsOf,
  yearConditions,
  type Lexemes,
  type MovieFilter,
  type Words,
} from "./movie-filter.ts";

/**
 * Most index entries of an order that are walked: half a microsecond each, as the index contains every column needed. A
 * catalogue of at most this size is always walked first, as its statistics may say little.
 */
const walked = 30_000;
/** A walk that expects to find less than this many times what is missing is not tried: it would often end too early. */
const unlucky = 1.2;
/** Most movie rows read during a walk, some ten microseconds each: nearly all that are read are found. */
const lookedAt = 2_500;
/** More candidates than this are not gathered before a walk was tried: there are more than the planner expected. */
const few = 4_000;
/**
 * A word that this many times as many movies have as the rarest word is looked for in the rows that the others find:
 * reading its entries of the index takes longer.
 */
const tooFrequent = 15;
/** Of more words than this it is not asked how many movies have each. */
const mostCompared = 8;
/** Years that exclude less than this share are not looked for by index. */
const fewYears = 0.25;

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

/** A page, and the number of all matches; null if it was not counted on the way. */
type Found = { places: Place[]; total: number | null };

/**
 * Returns one row more than the page if there are more. Frequent matches are found by walking the order's index, rare
 * ones by the indexes of words, facets and years. The planner's statistics decide between the two.
 */
export async function findPage(db: Db, filter: MovieFilter, order: MovieOrder): Promise<Found> {
  const words = filter.q === undefined ? null : await readWords(db, filter.q);
  const wanted = { filter, words, order };
  const gathered = (await isCommon(db, wanted)) ? null : await gather(db, wanted, few);
  if (gathered) return gathered;
  const places = await walk(db, wanted);
  return places ? { places, total: null } : (await gather(db, wanted, null))!;
}

/** Turns search words into conditions. */
export async function readWords(db: Db, q: string): Promise<Words> {
  const [row] = rowsOf<Lexemes>(await db.execute(readLexemes(q)));
  return wordsOf(q, row!);
}

type Wanted = { filter: MovieFilter; words: Words | null; order: MovieOrder };

/** Whether a walk is likely to find a full page. */
async function isCommon(db: Db, { filter, words, order }: Wanted): Promise<boolean> {
  if (!isFiltered(filter)) return true;
  const all = await sizeOf(db);
  if (all <= walked) return true;
  const found = await estimate(db, knownConditions(filter, words));
  return (all / Math.max(1, found)) * order.limit * unlucky <= walked;
}

/** Number of all movies, as of the last statistics. */
async function sizeOf(db: Db): Promise<number> {
  const [all] = rowsOf<{ n: number }>(
    await db.execute(sql`select reltuples::float8 as n from pg_class where oid = 'movie'::regclass`),
  );
  return all!.n;
}

/** Number of movies that the planner expects to match. */
function estimate(db: Db, conditions: SQL[]): Promise<number> {
  return estimateRows(db, sql`select 1 from movie m ${where(conditions)}`);
}

/** @returns null if the walk ended before it found enough */
async function walk(db: Db, { filter, words, order }: Wanted): Promise<Place[] | null> {
  const { column, limit } = order;
  const exact = exactConditions(filter, words);
  // Years limit the order itself: a walk by year starts within them.
  const rest = [...(column === "year" ? yearConditions(filter) : []), ...afterConditions(order)];
  const entries = sql`(select m.id, m.marks, m.title_marks, m.year, m.published_at, m.hide_at, ${keyOf(order)} as sort_key from movie m
    ${where(rest)} ${inOrder(order)} limit ${walked}) m`;
  const conditions = [...markConditions(filter), ...(words ? [words.probably] : [])];
  const met = sql`select m.id, m.sort_key from ${entries} ${where(conditions)} limit ${lookedAt}`;
  // `offset 0` keeps the planner from flattening this subquery: movies are read one by one until there are enough.
  const look = sql`cross join lateral (select 1 from movie m ${where([sql`m.id = w.id`, ...exact])} offset 0) looked`;
  // Each part is read only as far as the part around it needs.
  const places = rowsOf<Place>(
    await db.execute(sql`select m.id, ${order.text} as key from (
        select w.id, w.sort_key as ${sql.raw(column)} from (${met}) w ${exact.length > 0 ? look : sql``}
        limit ${limit + 1}) m ${inOrder(order)}`),
  );
  if (places.length > limit) return places;
  // What remains of the order: far more than was walked, or it has to be counted.
  if ((await estimate(db, rest)) > 2 * walked) return null;
  const [end] = rowsOf<{ walked: number; met: number }>(
    await db.execute(
      sql`select count(*)::int as walked, count(*) filter (${where(conditions)})::int as met from ${entries}`,
    ),
  );
  return end!.walked < walked && (exact.length === 0 || end!.met < lookedAt) ? places : null;
}

/**
 * Fetches all candidates, and returns the page and the number of matches.
 * @param most of the candidates; null = any number
 * @returns null if there are more
 */
async function gather(db: Db, { filter, words, order }: Wanted, most: number | null): Promise<Found | null> {
  const columns = sql`m.id, m.status, m.access, m.sort_title, m.published_at, m.updated_at, m.popularity, m.year, m.hide_at, m.marks, m.genres, m.tags`;
  const conditions = await indexedConditions(db, filter);
  const read = (parts: SQL[]) => sql`select ${columns} from movie m ${where(parts)}`;
  const candidates = words
    ? sql`${read([...(await wordConditions(db, words)), ...conditions])}
        union all ${read([words.ofId, sql`not ${words.inTitles}`])}`
    : read(conditions.length > 0 ? conditions : yearConditions(filter));
  const within = most === null ? sql`true` : sql`(select count(*) from candidates) <= ${most}`;
  const rows = rowsOf<{ id: string | null; key: string; total: number; within: boolean }>(
    await db.execute(sql`with candidates as materialized (${candidates} ${most === null ? sql`` : sql`limit ${most + 1}`}),
      found as materialized (
        select * from candidates m ${where([...markConditions(filter), ...exactConditions(filter, null), within])}),
      page as materialized (
        select m.id, ${keyOf(order)}, ${order.text} as key from found m
        ${where(afterConditions(order))} ${inOrder(order)} limit ${order.limit + 1})
      select m.id, m.key, (select count(*)::int from found) as total, ${within} as within
      from (values (1)) as always left join page m on true ${inOrder(order)}`),
  );
  if (!rows[0]!.within) return null;
  const places = rows.flatMap(({ id, key }) => (id === null ? [] : { id, key }));
  return { places, total: rows[0]!.total };
}

/** Facets, years and times, as indexes have them. */
async function indexedConditions(db: Db, filter: MovieFilter): Promise<SQL[]> {
  const byYear = yearConditions(filter);
  const areFew = byYear.length > 0 && (await estimate(db, byYear)) <= (await sizeOf(db)) * fewYears;
  return [...facetConditions(filter), ...timeConditions(filter), ...(areFew ? decadeConditions(filter) : [])];
}

/** Every word in a title: the rarer by the index, and the frequent ones by the rows that it finds. */
async function wordConditions(db: Db, { ofTitle }: Words): Promise<SQL[]> {
  if (ofTitle.length === 1 || ofTitle.length > mostCompared) return ofTitle.map(({ indexed }) => indexed);
  const counts: number[] = [];
  for (const { indexed } of ofTitle) counts.push(await estimate(db, [indexed]));
  const most = Math.min(...counts) * tooFrequent;
  return ofTitle.map(({ indexed, ofRow }, place) => (counts[place]! > most ? ofRow : indexed));
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
