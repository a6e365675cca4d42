import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, or } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { assets, encodings, episodes, movies, subtitles } from "../../db/schema.ts";
import { putSubtitles, type NewSubtitle } from "../media/put-subtitles.ts";
import { recordEncoding, type Encoded } from "../media/record-encoding.ts";
import { ClaimLost, ours, type Claimed } from "./claim-encoding.ts";
import { idsOf } from "./encoding-row.ts";

export type Publication = {
  claimed: Claimed;
  /** `preview` = the smallest quality alone, until the film takes its place. */
  what: "preview" | "film";
  /** The finished ladder, on the disk of the films. */
  folder: string;
  encoded: Encoded;
  /** What the file has; those of the film before that are not among them are kept. */
  tracks: readonly NewSubtitle[];
  now: Date;
  /** Told when the folder is in place and nothing of it has been said yet. */
  onMoved?: () => void;
};

/**
 * Makes a finished ladder its episode's film: all of it or nothing, and only if the encoding is still ours. The film
 * before is retired: it can be watched to the end by who is watching it.
 * @throws ClaimLost
 */
export async function publishEncoding(
  { db, mediaDir }: { db: Db; mediaDir: string },
  { claimed, what, folder, encoded, tracks, now, onMoved }: Publication,
): Promise<void> {
  const asset = idsOf(claimed.id)[what];
  const place = join(mediaDir, asset);
  let moved = false;
  try {
    await db.transaction(async (tx) => {
      // The title first, as whoever changes its episodes does: they may be moving just now.
      await tx.select({ id: movies.id }).from(movies).where(eq(movies.id, claimed.movieId)).for("update");
      const [row] = await tx.select().from(encodings).where(ours(claimed)).for("update");
      if (!row) throw new ClaimLost();
      const episode = and(eq(episodes.movieId, row.movieId), eq(episodes.index, row.episodeIndex));
      const [held] = await tx.select({ assetId: episodes.assetId }).from(episodes).where(episode);
      const before = held!.assetId;
      await rm(place, { recursive: true, force: true });
      await rename(folder, place);
      moved = true;
      onMoved?.();
      await tx.insert(assets).values({ id: asset, state: "encoding", createdAt: now });
      await tx.update(episodes).set({ assetId: asset }).where(episode);
      await recordEncoding({ db: tx, mediaDir }, { asset, encoded, now });
      const own = before !== null && before === row.previewId;
      const kept = before ? await keptTracks(tx, { mediaDir, asset: before, tracks, own }) : [];
      await putSubtitles({ db: tx, mediaDir }, { asset, tracks: [...tracks, ...kept] });
      if (before)
        await tx
          .update(assets)
          .set({ retiredAt: now, replacedBy: asset })
          .where(or(eq(assets.id, before), eq(assets.replacedBy, before)));
      await tx
        .update(encodings)
        .set(what === "preview" ? { previewId: asset, updatedAt: now } : { assetId: asset, ...done(now) })
        .where(eq(encodings.id, row.id));
    });
  } catch (error) {
    if (moved) await rm(place, { recursive: true, force: true });
    throw error;
  }
}

/** Tracks of the film before: all that this one lacks and, of its own preview, all, as somebody may have named them. */
async function keptTracks(
  tx: Db,
  {
    mediaDir,
    asset,
    tracks,
    own,
  }: Pick<Publication, "tracks"> & { mediaDir: string; asset: string; own: boolean },
): Promise<NewSubtitle[]> {
  const rows = await tx.select().from(subtitles).where(eq(subtitles.assetId, asset));
  const has = ({ locale, kind }: (typeof rows)[number]) =>
    tracks.some((track) => track.locale.toLowerCase() === locale.toLowerCase() && track.kind === kind);
  const kept = rows.filter((row) => own || !has(row));
  const read = kept.map(async ({ locale, label, kind, path }) => {
    const text = await readFile(join(mediaDir, asset, path), "utf8").catch(() => "");
    return { locale, label, kind, text };
  });
  return (await Promise.all(read)).filter(({ text }) => text.includes("-->"));
}

function done(now: Date) {
  return {
    ...{ state: "ready" as const, phase: null, progress: 1, leftS: null, problem: null, detail: null },
    ...{ claim: null, owner: null, jobId: null, finishedAt: now, updatedAt: now },
  };
}
