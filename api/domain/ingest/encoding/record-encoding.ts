import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets, episodes, movies, type SourceTrack } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { readAssetFacts } from "../../playback/media/read-facts.ts";

/** Facts found by the encoder; `chapters` come from the container. */
export type Encoded = {
  durationS: number;
  height: number;
  /** The sounds of the file, the default first. */
  tracks?: readonly SourceTrack[];
  chapters?: readonly { startS: number; title: string }[];
  /** With several audio tracks: the name of each, by language. */
  soundLabels?: readonly Readonly<Record<string, string>>[];
};

/**
 * Records an encoded asset, so that it can be watched. From now on players get its facts without its files being read.
 * The container's chapters become the episode's, unless the episode has its own.
 */
export async function recordEncoding(
  { db, assetStore }: { db: Db; assetStore: Files },
  { asset, encoded, now }: { asset: string; encoded: Encoded; now: Date },
): Promise<void> {
  const facts = await readAssetFacts(assetStore, asset);
  const { durationS, height, tracks, chapters = [], soundLabels = [] } = encoded;
  if (tracks) facts.tracks = [...tracks];
  for (const [i, labels] of soundLabels.entries())
    if (facts.sounds[i]) facts.sounds[i].labels = { ...labels };
  await db
    .update(assets)
    .set({ state: "ready", durationS, height, facts, readyAt: now })
    .where(eq(assets.id, asset));
  const titled = chapters.filter(({ title }) => title !== "");
  if (titled.length < 2) return;
  const [row] = await db
    .select({ language: movies.originalLanguage })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .where(eq(episodes.assetId, asset));
  if (!row) return;
  const written = titled.map(({ startS, title }) => ({ startS, titles: { [row.language]: title } }));
  await db
    .update(episodes)
    .set({ chapters: written })
    .where(and(eq(episodes.assetId, asset), sql`${episodes.chapters} = '[]'::jsonb`));
}
