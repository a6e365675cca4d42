import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets, episodes, movies } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { readAssetFacts } from "../../playback/media/read-facts.ts";

/** What an encoder found out; `chapters` are the container's own. */
export type Encoded = {
  durationS: number;
  height: number;
  chapters?: readonly { startS: number; title: string }[];
  /** Where there are several sounds: what each is called, by language. */
  soundLabels?: readonly Readonly<Record<string, string>>[];
};

/**
 * Makes an encoded film one that can be watched: from now on players are told of it without its files being read.
 * Chapters of the container become the episode's, unless somebody has written its own.
 */
export async function recordEncoding(
  { db, films }: { db: Db; films: Files },
  { asset, encoded, now }: { asset: string; encoded: Encoded; now: Date },
): Promise<void> {
  const facts = await readAssetFacts(films, asset);
  const { durationS, height, chapters = [], soundLabels = [] } = encoded;
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
