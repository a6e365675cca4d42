import { and, desc, eq, gt, inArray, sql, type SQL } from "drizzle-orm";
import { vipLevels } from "../../../contract/catalogue/values.ts";
import type { ParsedOf } from "../../../contract/index.ts";
import { movies } from "../../db/schema.ts";
import { timeText, type Place } from "../kernel/cursor.ts";

/** Orders of a list, each with the id at the end, so that a cursor names one exact position. */
export const sorts = {
  new: { key: movies.publishedAt, order: [desc(movies.publishedAt), desc(movies.id)] },
  popular: { key: movies.popularity, order: [desc(movies.popularity), desc(movies.id)] },
  trending: { key: movies.trending, order: [desc(movies.trending), desc(movies.id)] },
} as const;
export type Sort = keyof typeof sorts;

export type MovieFilters = Pick<ParsedOf<"movie/search">, "kind" | "access" | "genre" | "year" | "decade">;

/** Condition for movies that pass the filters; undefined if there are none. `vip` is every tier. */
export function passes({ kind, access, genre, year, decade }: MovieFilters): SQL | undefined {
  return and(
    kind && eq(movies.kind, kind),
    access && (access === "vip" ? inArray(movies.access, vipLevels) : eq(movies.access, access)),
    genre ? sql`${movies.genres} @> array[${genre}]::text[]` : undefined,
    year === undefined ? undefined : eq(movies.year, year),
    decade === undefined ? undefined : sql`${movies.year} between ${decade} and ${decade + 9}`,
  );
}

/**
 * Condition: one of a movie's titles, in any language, contains the words. Ignores case, accents and character widths.
 */
export function titleContains(words: string): SQL {
  const like = sql`replace(replace(replace(fold(${words}), '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
  return sql`${movies.searchTitle} like '%' || ${like} || '%'`;
}

/** A movie's sort key as a cursor holds it. */
export function keyText(sort: Sort): SQL<string> {
  return sort === "new" ? timeText(movies.publishedAt) : sql<string>`${sorts[sort].key}::text`;
}

/** Condition for movies that an order lists at all; undefined if it lists every movie. */
export function listedBy(sort: Sort): SQL | undefined {
  return sort === "trending" ? gt(movies.trending, 0) : undefined;
}

/** Condition for movies that come after a position of an order. */
export function isAfter({ key, id }: Place, sort: Sort): SQL {
  return sql`(${sorts[sort].key}, ${movies.id}) < (${keyValue(key, sort)}, ${id})`;
}

/** A cursor's key as the value it is compared with. */
export function keyValue(key: string, sort: Sort): SQL {
  return sort === "new" ? sql`${key}::timestamptz` : sql`${key}::int`;
}
