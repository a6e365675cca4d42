import { and, between, eq, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { analysisRetention, assets, episodes, movies } from "../../db/schema.ts";
import { byPlace, inSeasonOf, numberInSeason } from "../catalogue/seasons.ts";
import { pick } from "../kernel/localised.ts";
import { Failure } from "../kernel/failure.ts";
import { checkRange } from "./range.ts";
import { namesOf } from "./read-movies.ts";
import { parts } from "../playback/sitting.ts";

/**
 * How far plays of an episode went, over a range of days.
 * @throws Failure invalid for an impossible range · not_found for a movie that does not exist and was never watched
 */
export async function analyseRetention(
  db: Db,
  input: ParsedOf<"z/analysis/retention"> & { locale: Locale; now: Date },
): Promise<OutputOf<"z/analysis/retention">> {
  const { id, index, locale } = input;
  const { from, to } = checkRange(input, input.now);
  const ofTitle = and(eq(analysisRetention.movieId, id), between(analysisRetention.day, from, to));
  const [names, list, watched, days] = await Promise.all([
    namesOf(db, { ids: [id], locale }),
    db
      .select({
        index: episodes.index,
        season: episodes.season,
        number: numberInSeason,
        kind: movies.kind,
        texts: episodes.texts,
        durationS: assets.durationS,
      })
      .from(episodes)
      .innerJoin(movies, eq(movies.id, episodes.movieId))
      .leftJoin(assets, eq(assets.id, episodes.assetId))
      .where(eq(episodes.movieId, id))
      .orderBy(episodes.index),
    db
      .select({
        index: analysisRetention.index,
        plays: sql<number>`sum(${analysisRetention.plays})`.mapWith(Number),
      })
      .from(analysisRetention)
      .where(ofTitle)
      .groupBy(analysisRetention.index),
    db
      .select({ plays: analysisRetention.plays, seen: analysisRetention.seen })
      .from(analysisRetention)
      .where(and(ofTitle, eq(analysisRetention.index, index))),
  ]);
  if (list.length === 0 && watched.length === 0) throw new Failure("not_found");
  const plays = new Map(watched.map((row) => [row.index, row.plays]));
  const shown = Array.from<number>({ length: parts }).fill(0);
  for (const { seen } of days) for (let part = 0; part < parts; part++) shown[part]! += seen[part] ?? 0;
  return {
    id,
    title: names.get(id) ?? null,
    index,
    episodes: list.toSorted(byPlace).map((episode) => ({
      index: episode.index,
      ...inSeasonOf(episode.kind, episode),
      title: pick(episode.texts, locale)?.title ?? "",
      plays: plays.get(episode.index) ?? 0,
    })),
    durationS: list.find((episode) => episode.index === index)?.durationS ?? null,
    plays: plays.get(index) ?? 0,
    parts: shown,
  };
}
