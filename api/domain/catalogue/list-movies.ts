import { and, count, type SQL } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { movies } from "../../db/schema.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { countKey, decodeCursor, encodeCursor, timeKey } from "../kernel/cursor.ts";
import { cardColumns, cardOf, visibleTo } from "./cards.ts";
import { isAfter, keyText, listedBy, passes, sorts } from "./listing.ts";

/** Counting stops here: more posters are just "many", and a large catalogue is not scanned for the number. */
const mostCounted = 1_000;

/**
 * Published movies by keyset: each page costs the same, at any depth.
 * @throws Failure invalid for a cursor of another sort
 */
export async function listMovies(
  db: Db,
  input: ParsedOf<"movie/list"> & { locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"movie/list">> {
  const { sort = "new", limit = 24, locale } = input;
  const place = input.cursor ? decodeCursor(input.cursor, sort === "new" ? timeKey : countKey) : null;
  const filters = and(visibleTo(input.ageLimit), listedBy(sort), passes(input));
  const rows = await db
    .select({ ...cardColumns(locale), key: keyText(sort) })
    .from(movies)
    .where(and(filters, place ? isAfter(place, sort) : undefined))
    .orderBy(...sorts[sort].order)
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(cardOf),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.id }) : null,
    total: input.count ? await countUpTo(db, filters) : null,
  };
}

async function countUpTo(db: Db, filters: SQL | undefined): Promise<number> {
  const some = db.select({ id: movies.id }).from(movies).where(filters).limit(mostCounted).as("some");
  const [row] = await db.select({ total: count() }).from(some);
  return row!.total;
}
