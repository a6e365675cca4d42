import { eq } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";
import { assets, episodes, subtitles } from "../api/db/schema.ts";
import { putSubtitles } from "../api/domain/ingest/subtitles/put-subtitles.ts";
import { recordEncoding, type Encoded } from "../api/domain/ingest/encoding/record-encoding.ts";
import type { Files } from "../api/ports/files.ts";
import { extrasOf, subtitlesOf } from "./extras/of-episode.ts";

type Shelf = { db: Db; assetStore: Files };

/** Makes a finished demo movie playable, with its subtitles. */
export async function storeAsset(
  { db, assetStore }: Shelf,
  { id, index, encoded }: { id: string; index: number; encoded: Encoded },
): Promise<void> {
  const asset = `${id}-${index}`;
  const extras = extrasOf(id, index);
  const { withoutMusic } = extras;
  const soundLabels = withoutMusic ? [withoutMusic.main, withoutMusic.air] : [];
  await recordEncoding({ db, assetStore }, { asset, encoded: { ...encoded, soundLabels }, now: new Date() });
  await putSubtitles({ db, assetStore }, { asset, tracks: subtitlesOf(extras) });
}

/** Adds subtitles to movies that were made before the demo had any. */
export async function bringSubtitles({ db, assetStore }: Shelf): Promise<void> {
  const made = await db
    .selectDistinct({ id: episodes.movieId, index: episodes.index, asset: assets.id, has: subtitles.assetId })
    .from(episodes)
    .innerJoin(assets, eq(assets.id, episodes.assetId))
    .leftJoin(subtitles, eq(subtitles.assetId, assets.id))
    .where(eq(assets.state, "ready"));
  for (const { id, index, asset, has } of made) {
    const tracks = subtitlesOf(extrasOf(id, index));
    if (has === null && tracks.length > 0 && asset === `${id}-${index}`)
      await putSubtitles({ db, assetStore }, { asset, tracks });
  }
}
