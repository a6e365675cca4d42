import { and, inArray, sql } from "drizzle-orm";
import type { AccessLevel } from "../../../../contract/catalogue/values.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { movieTexts } from "../../../db/schema.ts";
import { levelOf } from "../../catalogue/access-level.ts";
import { published } from "../../catalogue/cards.ts";
import { raiseNotices, type NewNotice } from "../../service/notices/raise-notices.ts";

/** An episode that can be watched for the first time. */
export type FreshEpisode = {
  movieId: string;
  index: number;
  season: number;
  number: number;
  /** How many seasons its movie has, the specials among them. */
  seasons: number;
  kind: "film" | "series";
  /** Who may watch it whole. */
  level: AccessLevel;
  /** Titles of its movie, by language. */
  titles: Record<string, string>;
};

/** What users are told of fresh episodes; each topic about them is one. */
export type TellsEpisodes = (fresh: FreshEpisode[], now: Date) => NewNotice[];

/** Episodes in a transaction. */
const batchSize = 500;

/**
 * Notes what users are to be told of episodes that have become public: their movie is published and has begun, and their
 * video is ready. An episode is marked in the same transaction, and never told again, whatever happens to it later.
 * @returns number of fresh episodes
 */
export async function findPublished(
  { db, tells, guestWatching }: { db: Db; tells: TellsEpisodes[]; guestWatching: () => Promise<boolean> },
  now: Date,
): Promise<number> {
  const guests = await guestWatching();
  let found = 0;
  for (;;) {
    const fresh = await db.transaction(async (tx) => {
      const rows = await takeFresh(tx, now);
      const titles = await titlesOf(tx, [...new Set(rows.map(({ movieId }) => movieId))]);
      const episodes = rows.map(({ episode, title, ...row }) => ({
        ...row,
        level: levelOf({ episode, title, guestWatching: guests }),
        titles: titles.get(row.movieId) ?? {},
      }));
      await raiseNotices(
        tx,
        tells.flatMap((tell) => tell(episodes, now)),
        now,
      );
      return rows.length;
    });
    found += fresh;
    if (fresh < batchSize) return found;
  }
}

type Taken = Omit<FreshEpisode, "level" | "titles"> & {
  episode: AccessLevel | null;
  title: AccessLevel;
};

async function takeFresh(tx: Db, now: Date): Promise<Taken[]> {
  const rows = rowsOf<Taken>(
    await tx.execute(sql`
      with fresh as (
        select episode.movie_id, episode.index, movie.kind, movie.access
        from episode join movie on movie.id = episode.movie_id join asset on asset.id = episode.asset_id
        where episode.told_at is null and episode.asset_id is not null and asset.state = 'ready' and ${published}
        limit ${batchSize} for update of episode skip locked)
      update episode e set told_at = ${now.toISOString()}::timestamptz from fresh
      where e.movie_id = fresh.movie_id and e.index = fresh.index
      returning e.movie_id as "movieId", e.index, e.season, coalesce(e.number, e.index) as number,
        (select count(distinct other.season)::int from episode other where other.movie_id = e.movie_id) as seasons,
        fresh.kind, e.access as episode, fresh.access as title`),
  );
  return rows.sort((a, b) => {
    if (a.movieId !== b.movieId) return a.movieId < b.movieId ? -1 : 1;
    return a.season - b.season || a.number - b.number;
  });
}

/** Titles of movies by language, by their ids. */
export async function titlesOf(tx: Db, ids: string[]): Promise<Map<string, Record<string, string>>> {
  const titles = new Map<string, Record<string, string>>();
  if (ids.length === 0) return titles;
  const rows = await tx
    .select({ id: movieTexts.movieId, locale: movieTexts.locale, title: movieTexts.title })
    .from(movieTexts)
    .where(and(inArray(movieTexts.movieId, ids), sql`${movieTexts.title} <> ''`));
  for (const { id, locale, title } of rows) titles.set(id, { ...titles.get(id), [locale]: title });
  return titles;
}
