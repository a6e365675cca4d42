import { and, desc, eq, sql } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { assets, episodes, movies } from "../../../db/schema.ts";
import { cardColumns, cardOf, visibleTo, type CardRow } from "../cards.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { Failure } from "../../kernel/failure.ts";
import { pick } from "../../kernel/localised.ts";
import { numberInSeason } from "../seasons.ts";

const mostItems = 50;

/** The titles published last that can be watched, the latest first. */
export async function movieFeed(
  db: Db,
  { locale, ageLimit }: { locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"feed/movies">> {
  const rows = await db
    .select({ ...cardColumns(locale), publishedAt: movies.publishedAt, updatedAt: movies.updatedAt })
    .from(movies)
    .where(and(visibleTo(ageLimit), eq(movies.hasVideo, true)))
    .orderBy(desc(movies.publishedAt), desc(movies.id))
    .limit(mostItems);
  return { items: rows.map(itemOf) };
}

/**
 * The episodes of a published series, the latest first: of two that came at one time, the later one.
 * @throws Failure not_found; also for a film, which has no episodes to follow
 */
export async function episodeFeed(
  db: Db,
  { id, locale, ageLimit }: { id: string; locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"feed/episodes">> {
  const [row] = await db
    .select({ ...cardColumns(locale), publishedAt: movies.publishedAt, updatedAt: movies.updatedAt })
    .from(movies)
    .where(and(visibleTo(ageLimit), eq(movies.id, id), eq(movies.kind, "series")))
    .limit(1);
  if (!row) throw new Failure("not_found");
  // An episode is there once its title is published and its video is ready.
  const since =
    sql<Date>`greatest(coalesce(${assets.readyAt}, ${assets.createdAt}), ${movies.publishedAt})`.mapWith(
      movies.publishedAt,
    );
  const list = await db
    .select({
      index: episodes.index,
      season: episodes.season,
      number: numberInSeason,
      texts: episodes.texts,
      since,
    })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .innerJoin(assets, and(eq(assets.id, episodes.assetId), eq(assets.state, "ready")))
    .where(eq(episodes.movieId, id))
    .orderBy(desc(since), desc(episodes.index))
    .limit(mostItems);
  const series = itemOf(row);
  const { seasons } = cardOf(row);
  return {
    series: { ...series, ...(seasons && { seasons }) },
    items: list.map(({ index, season, number, texts, since: at }) => {
      const text = pick(texts, locale);
      const publishedAt = at.toISOString();
      const { title = "", description = "" } = text ?? {};
      return { ...series, index, season, number, title, description, publishedAt, updatedAt: publishedAt };
    }),
  };
}

function itemOf(
  row: CardRow & { publishedAt: Date; updatedAt: Date },
): OutputOf<"feed/movies">["items"][number] {
  const { id, title, artwork } = cardOf(row);
  const publishedAt = row.publishedAt.toISOString();
  const updatedAt = new Date(Math.max(row.updatedAt.getTime(), row.publishedAt.getTime())).toISOString();
  return { id, title, description: row.description, publishedAt, updatedAt, artwork };
}
