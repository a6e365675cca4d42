import { and, asc, inArray, sql, type SQL } from "drizzle-orm";
import type { MovieCard } from "../../../contract/index.ts";
import type { AccessLevel } from "../../../contract/models.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { movies } from "../../db/schema.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { byPreference } from "../kernel/localised.ts";
import { listedBy, sorts, type Sort } from "./listing.ts";

/**
 * Condition of public visibility: published by an admin, and now is between its start and its end. By the database's
 * clock.
 */
export const published: SQL = sql`(${movies.status} = 'published' and ${movies.publishedAt} <= now()
  and (${movies.hideAt} is null or ${movies.hideAt} > now()))`;

/** Whether a title has an age rating: its minimum age is above 0, or a board has rated it. */
export const isRated = sql<boolean>`(movie.rating > 0 or movie.age_ratings <> '{}')`;

/** `visibleTo`, for a published title whose rating is known. */
export function suits(title: { rating: number; isRated: boolean }, ageLimit: AgeLimit): boolean {
  return ageLimit === null || (title.rating <= ageLimit.age && (title.isRated || ageLimit.unrated));
}

/**
 * Condition for titles that a viewer may see: published and, in a kids profile, within its limit. Whatever a visitor or a
 * user reads of the catalogue goes through it.
 */
export function visibleTo(ageLimit: AgeLimit): SQL {
  if (ageLimit === null) return published;
  const { age, unrated } = ageLimit;
  return sql`(${published} and movie.rating <= ${age} and ${unrated ? sql`true` : isRated})`;
}

/**
 * With its table name: Drizzle writes a lone table's columns without it, and in a subquery a bare `id` means another
 * table.
 */
const movieId = sql.raw("movie.id");

/** The columns of a card; texts come in the best language for the reader. */
export function cardColumns(locale: Locale) {
  const text = (column: string) => sql<string>`coalesce((
    select t.${sql.raw(column)} from movie_text t where t.movie_id = ${movieId}
    order by ${byPreference(sql`t.locale`, locale)} limit 1), ${movieId})`;
  return {
    id: movies.id,
    kind: movies.kind,
    title: text("title"),
    description: text("description"),
    year: movies.year,
    access: movies.access,
    rating: movies.rating,
    genres: movies.genres,
    colour: movies.colour,
    artworkVersion: movies.artworkVersion,
    /** Until that day is over everywhere on earth. */
    premiereOn: sql<string | null>`case
      when ${movies.premiereOn}::timestamp at time zone 'UTC' + interval '36 hours' > now() then ${movies.premiereOn}::text end`,
    episodes: sql<number>`(select count(*)::int from episode e where e.movie_id = ${movieId})`,
    seasons: sql<number>`(select count(distinct e.season)::int from episode e
      where e.movie_id = ${movieId} and ${movies.kind} = 'series')`,
    ready: sql<boolean>`exists (select 1 from episode e join asset a on a.id = e.asset_id
      where e.movie_id = ${movieId} and a.state = 'ready')`,
  };
}

export type CardRow = {
  id: string;
  kind: "film" | "series";
  title: string;
  description: string;
  year: number;
  access: AccessLevel;
  rating: number;
  genres: string[];
  colour: string;
  artworkVersion: string;
  premiereOn: string | null;
  episodes: number;
  seasons: number;
  ready: boolean;
};

/** A row as the contract's card. */
export function cardOf(row: Omit<CardRow, "description">): MovieCard {
  const { id, kind, title, year, access, rating, genres, episodes, seasons, ready, premiereOn } = row;
  const artwork = { path: `/artwork/${id}`, version: row.artworkVersion, colour: row.colour };
  return {
    id,
    kind,
    title,
    year,
    access,
    rating,
    genres,
    episodes,
    ready,
    artwork,
    ...(seasons > 1 && { seasons }),
    ...(premiereOn !== null && { premiereOn }),
  };
}

/** Cards of published movies that meet a condition. */
export async function selectCards(
  db: Db,
  {
    locale,
    ageLimit,
    where,
    sort,
    limit,
  }: { locale: Locale; ageLimit: AgeLimit; where?: SQL; sort: Sort | "hero"; limit: number },
): Promise<CardRow[]> {
  const order = sort === "hero" ? [asc(movies.hero)] : sorts[sort].order;
  const listed = sort === "hero" ? undefined : listedBy(sort);
  return db
    .select(cardColumns(locale))
    .from(movies)
    .where(and(visibleTo(ageLimit), listed, where))
    .orderBy(...order)
    .limit(limit);
}

/** Cards by id, for lists that another table orders. Omits unpublished movies. */
export async function cardsById(
  db: Db,
  { ids, locale, ageLimit }: { ids: string[]; locale: Locale; ageLimit: AgeLimit },
): Promise<Map<string, MovieCard>> {
  if (ids.length === 0) return new Map();
  const rows = await selectCards(db, {
    locale,
    ageLimit,
    where: inArray(movies.id, ids),
    sort: "new",
    limit: ids.length,
  });
  return new Map(rows.map((row) => [row.id, cardOf(row)]));
}
