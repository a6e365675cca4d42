import { and, eq, or } from "drizzle-orm";
import type { AddedCodec } from "../../../../contract/ingest/values.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { assets, encodings, episodes, movies, subtitles } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Drawn } from "../../catalogue/admin/draw-artwork.ts";
import { keepSounds } from "../sounds/admin-sounds.ts";
import { putSubtitles, readTrack, trackOf, type NewSubtitle } from "../subtitles/put-subtitles.ts";
import { recordEncoding, type Encoded } from "./record-encoding.ts";
import { heldBy, LeaseLost } from "../../kernel/lease.ts";
import type { Claimed } from "./claim-encoding.ts";
import { queueAdded } from "./add-renditions.ts";
import { ended, idsOf } from "./encoding-row.ts";
import { putFrame } from "./set-pictures.ts";

export type Publication = {
  claimed: Claimed;
  /** `preview` = the smallest rendition alone, until the complete asset replaces it. */
  what: "preview" | "whole";
  /** The finished renditions, on this machine. */
  folder: string;
  encoded: Encoded;
  /**
   * Tracks from the file and from subtitle files beside it. Other tracks of the previous asset are kept, and so are
   * those an admin uploaded, edited or checked.
   */
  tracks: readonly NewSubtitle[];
  /** A frame of the video, drawn as a still; null if none could be taken. */
  frame: Drawn | null;
  /** Codecs in which the asset gets further renditions afterwards. */
  codecs?: readonly AddedCodec[];
  now: Date;
  signal?: AbortSignal;
  /** Called when the folder is in place and nothing has been recorded yet. */
  onMoved?: () => void;
};

/**
 * Makes finished renditions the episode's asset: all or nothing, and only if this worker still owns the encoding. The
 * previous asset is retired: its viewers can watch it to the end.
 * @throws LeaseLost
 */
export async function publishEncoding(
  { db, jobs, assetStore, artwork }: { db: Db; jobs: Jobs; assetStore: Files; artwork: Files },
  { claimed, what, folder, encoded, tracks, frame, codecs = [], now, signal, onMoved }: Publication,
): Promise<void> {
  const asset = idsOf(claimed.id)[what];
  const staged = await assetStore.stage({ folder: asset, from: folder, last: "master.m3u8", signal });
  let moved = false;
  try {
    await db.transaction(async (tx) => {
      // Locks the movie first, as changes of its episodes do: they may be moving right now.
      await tx.select({ id: movies.id }).from(movies).where(eq(movies.id, claimed.movieId)).for("update");
      const [row] = await tx.select().from(encodings).where(heldBy(encodings, claimed)).for("update");
      if (!row) throw new LeaseLost();
      const episode = and(eq(episodes.movieId, row.movieId), eq(episodes.index, row.episodeIndex))!;
      const [held] = await tx.select({ assetId: episodes.assetId }).from(episodes).where(episode);
      const before = held!.assetId;
      moved = true;
      await staged.commit();
      onMoved?.();
      await tx.insert(assets).values({ id: asset, state: "encoding", createdAt: now });
      await tx.update(episodes).set({ assetId: asset }).where(episode);
      await putFrame(tx, artwork, { movieId: row.movieId, place: episode, frame });
      await recordEncoding({ db: tx, assetStore }, { asset, encoded, now });
      if (before) await keepSounds(tx, { from: before, to: asset });
      const own = before !== null && before === row.previewId;
      const kept = before ? await keptTracks(tx, { assetStore, asset: before, tracks, own }) : [];
      await putSubtitles({ db: tx, assetStore }, { asset, tracks: onePerTrack([...tracks, ...kept]) });
      if (before)
        await tx
          .update(assets)
          .set({ retiredAt: now, replacedBy: asset })
          .where(or(eq(assets.id, before), eq(assets.replacedBy, before)));
      await tx
        .update(encodings)
        .set(
          what === "preview"
            ? { previewId: asset, updatedAt: now }
            : { assetId: asset, state: "ready", ...ended(now) },
        )
        .where(eq(encodings.id, row.id));
      if (codecs.length > 0) await queueAdded(tx, jobs, { made: row, asset, codecs, now });
    });
  } catch (error) {
    if (moved) await assetStore.removeFolder(asset);
    throw error;
  }
}

/** Keeps the last track of each language and kind. */
function onePerTrack(tracks: readonly NewSubtitle[]): NewSubtitle[] {
  return [...new Map(tracks.map((track) => [trackOf(track).id, track])).values()];
}

/**
 * Tracks to keep from the previous asset: those that this one lacks and those an admin uploaded, edited or checked. If it was this
 * encoding's own preview, all of them, because an admin may have renamed them.
 */
async function keptTracks(
  tx: Db,
  {
    assetStore,
    asset,
    tracks,
    own,
  }: Pick<Publication, "tracks"> & { assetStore: Files; asset: string; own: boolean },
): Promise<NewSubtitle[]> {
  const rows = await tx.select().from(subtitles).where(eq(subtitles.assetId, asset));
  const has = ({ locale, kind }: (typeof rows)[number]) =>
    tracks.some((track) => track.locale.toLowerCase() === locale.toLowerCase() && track.kind === kind);
  const isByHand = ({ source, edited }: (typeof rows)[number]) =>
    source === "uploaded" || source === "checked" || edited;
  const kept = rows.filter((row) => own || isByHand(row) || !has(row));
  const read = kept.map(async (row) => {
    const { locale, label, kind, source, edited, offsetMs } = row;
    return { locale, label, kind, source, edited, offsetMs, text: await readTrack(assetStore, row) };
  });
  return (await Promise.all(read)).filter(({ text }) => text.includes("-->"));
}
