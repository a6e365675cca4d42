import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Collection, CollectionName, OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";
import { collections, movies, type CollectionTexts } from "../../db/schema.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { countKey, decodeCursor, encodeCursor } from "../kernel/cursor.ts";
import { Failure } from "../kernel/failure.ts";
import { pick } from "../kernel/localised.ts";
import { cardColumns, cardOf, cardsById, visibleTo } from "./cards.ts";

/** Movies that stand for a collection in the list. */
const shownFirst = 4;
/** Years fit below it: a movie's place in the admins' order counts more. */
const yearSpan = 10_000;
/** Places of movies without one, behind all others: a key stays within the database's integers. */
const unplaced = 9_999;

/** A collection's movies, the first of their order first. @param sequence the admins' order, as SQL */
export function orderIn(sequence: SQL): SQL<number> {
  return sql<number>`coalesce(least(array_position(${sequence}, movie.id), ${unplaced - 1}), ${unplaced}) * ${yearSpan} + movie.year`;
}

/** @returns condition that a movie belongs to a collection; finds it by the index */
export const belongsTo = (id: string) => sql`movie.collections @> array[${id}]::text[]`;

/**
 * A collection and its published movies, by keyset.
 * @throws Failure not_found if it has no published movie, and invalid for a cursor of another list
 */
export async function collectionDetail(
  db: Db,
  {
    id,
    cursor,
    limit = 24,
    locale,
    ageLimit,
  }: ParsedOf<"collection/detail"> & { locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"collection/detail">> {
  const after = cursor ? decodeCursor(cursor, countKey) : null;
  const [row] = await db.select().from(collections).where(eq(collections.id, id));
  const total = row ? await countVisible(db, { id, ageLimit }) : 0;
  if (!row || total === 0) throw new Failure("not_found");
  const place = orderIn(sql`${sql.param(row.sequence)}::text[]`);
  // As an array, so that the planner begins with the few movies instead of walking an order.
  const theirs = sql`movie.id = any(array(select movie.id from movie where ${belongsTo(id)}))`;
  const found = await db
    .select({ ...cardColumns(locale), place: place.mapWith(Number) })
    .from(movies)
    .where(
      and(
        visibleTo(ageLimit),
        theirs,
        after ? sql`(${place}, movie.id) > (${after.key}::int, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(place), asc(movies.id))
    .limit(limit + 1);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return {
    items: items.map(cardOf),
    next: last ? encodeCursor({ key: String(last.place), id: last.id }) : null,
    collection: inLanguage(row, total, locale),
  };
}

/** The collections that have published movies, by id, each with its first movies. */
export async function listCollections(
  db: Db,
  {
    cursor,
    limit = 24,
    locale,
    ageLimit,
  }: ParsedOf<"collection/list"> & { locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"collection/list">> {
  const after = cursor ? decodeCursor(cursor, /^$/).id : "";
  const rows = rowsOf<{ id: string; texts: CollectionTexts; total: number; first: string[] }>(
    await db.execute(sql`
      select c.id, c.texts, inside.total, inside.first
      from collection c cross join lateral (
        select count(*)::int as total,
          (array_agg(movie.id order by ${orderIn(sql`c.sequence`)}, movie.id))[1:${sql.raw(String(shownFirst))}] as first
        from movie where movie.collections @> array[c.id] and ${visibleTo(ageLimit)}) as inside
      where c.id > ${after} and inside.total > 0 order by c.id limit ${limit + 1}`),
  );
  const shown = rows.slice(0, limit);
  const cards = await cardsById(db, { ids: shown.flatMap(({ first }) => first), locale, ageLimit });
  return {
    items: shown.flatMap(({ first, total, ...row }) => {
      const known = first.flatMap((id) => cards.get(id) ?? []);
      // The last one was hidden meanwhile.
      return known.length === 0 ? [] : [{ ...inLanguage(row, total, locale), first: known }];
    }),
    next: rows.length > limit ? encodeCursor({ key: "", id: shown.at(-1)!.id }) : null,
  };
}

/** Names of collections in the best language for the reader, in the given order; unknown ones are left out. */
export async function collectionNames(
  db: Db,
  { ids, locale }: { ids: string[]; locale: Locale },
): Promise<CollectionName[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: collections.id, texts: collections.texts })
    .from(collections)
    .where(sql`${collections.id} = any(${sql.param(ids)}::text[])`);
  const names = new Map(rows.map(({ id, texts }) => [id, pick(texts, locale)?.name ?? id]));
  return ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : []));
}

async function countVisible(db: Db, { id, ageLimit }: { id: string; ageLimit: AgeLimit }): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(movies)
    .where(and(visibleTo(ageLimit), belongsTo(id)));
  return row!.n;
}

function inLanguage(
  { id, texts }: { id: string; texts: CollectionTexts },
  total: number,
  locale: Locale,
): Collection {
  const text = pick(texts, locale);
  return { id, name: text?.name ?? id, description: text?.description ?? "", movies: total };
}
