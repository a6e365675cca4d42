import { and, asc, desc, eq, isNotNull, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { FavouriteItem, Page, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { keptQuery, type Slot } from "../../db/kept-query.ts";
import { favourites, movies } from "../../db/schema.ts";
import { cardColumns, cardOf, visibleTo } from "../catalogue/cards.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { countKey, decodeCursor, encodeCursor, timeKey } from "../kernel/cursor.ts";

/** Characters of a title used as sort key: a cursor has to hold them, in any script. */
const orderedBy = 60;
const titleKey = new RegExp(`^[^\\u0000\\p{Cs}]{0,${orderedBy}}$`, "u");

type Order = { key: SQL; accepts: RegExp; type: SQL; towards: typeof asc };

/**
 * A user's list by keyset. A withdrawn movie stays in it as no longer available. A filter needs the movie's data, so
 * with a filter only existing movies match, and in a kids profile only those it may see.
 * @throws Failure invalid for a cursor of another sort
 */
export async function listFavourites(
  db: Db,
  input: ParsedOf<"favourite/list"> & { uid: string; locale: Locale; ageLimit: AgeLimit },
): Promise<Page<FavouriteItem>> {
  const { uid, sort = "added", limit = 24, locale, ageLimit, access, kind } = input;
  const { accepts } = orderOf(sort, locale);
  const place = input.cursor ? decodeCursor(input.cursor, accepts) : null;
  const form = { sort, locale, ageLimit, access, kind };
  const given = { uid, limit: limit + 1 };
  const rows = place ? await entriesOf(db, { ...given, place }, form) : await firstEntries(db, given, form);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ id, title, addedAt, movie: row }) => {
      const movie = row && cardOf(row);
      return { id, title: movie?.title ?? title, addedAt: addedAt.toISOString(), movie };
    }),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.id }) : null,
  };
}

type Form = Pick<ParsedOf<"favourite/list">, "access" | "kind"> & {
  sort: Sort;
  locale: Locale;
  ageLimit: AgeLimit;
};

const firstEntries = keptQuery((db, slot: Slot<{ uid: string; limit: number }>, form: Form) =>
  entriesOf(db, { uid: slot("uid"), limit: slot("limit") }, form),
);

function entriesOf(
  db: Db,
  given: {
    uid: string | Placeholder;
    limit: number | Placeholder;
    place?: { key: string; id: string };
  },
  { sort, locale, ageLimit, access, kind }: Form,
) {
  const { uid, limit, place } = given;
  const { key, type, towards } = orderOf(sort, locale);
  const compare = towards === desc ? sql`<` : sql`>`;
  return db
    .select({
      id: favourites.movieId,
      title: favourites.title,
      addedAt: favourites.createdAt,
      key: sort === "added" ? timeText : sql<string>`${key}::text`,
      movie: cardColumns(locale),
    })
    .from(favourites)
    .leftJoin(movies, and(eq(movies.id, favourites.movieId), visibleTo(ageLimit)))
    .where(
      and(
        eq(favourites.uid, uid),
        access || kind || ageLimit ? isNotNull(movies.id) : undefined,
        access && eq(movies.access, access),
        kind && eq(movies.kind, kind),
        place
          ? sql`(${key}, ${favourites.movieId}) ${compare} (${place.key}${type}, ${place.id})`
          : undefined,
      ),
    )
    .orderBy(towards(key), towards(favourites.movieId))
    .limit(limit);
}

/** Keeps microseconds, so that a cursor names one exact position. */
const timeText = sql<string>`to_char(${favourites.createdAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

type Sort = "added" | "title" | "year";

function orderOf(sort: Sort, locale: Locale): Order {
  if (sort === "title") {
    const title = sql`coalesce(case when ${movies.id} is not null then ${cardColumns(locale).title} end, ${favourites.title})`;
    // Sorted by code point, so that every database has the same order and the cursor's comparison equals the sort.
    const key = sql`left(fold(${title}), ${sql.raw(String(orderedBy))}) collate "C"`;
    return { key, accepts: titleKey, type: sql`::text`, towards: asc };
  }
  if (sort === "year") {
    return { key: sql`coalesce(${movies.year}, 0)`, accepts: countKey, type: sql`::int`, towards: desc };
  }
  return { key: sql`${favourites.createdAt}`, accepts: timeKey, type: sql`::timestamptz`, towards: desc };
}
