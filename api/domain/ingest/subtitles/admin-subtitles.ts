import { and, asc, eq } from "drizzle-orm";
import type { AdminEpisode, AdminMovie } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { episodes, movies, subtitles, uploads } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Storage } from "../../../ports/storage.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { nameInMaster, ownPath, putSubtitles, readTrack, trackOf } from "./put-subtitles.ts";
import { readCaptioning } from "../captions/read-captioning.ts";
import { readCues, shiftCues } from "../../playback/media/read-cues.ts";
import { importSubtitles } from "./import-subtitles.ts";
import { keepSubtitles, versionOf } from "./restore-subtitles.ts";
import { mostOffsetMs } from "../../../../contract/ingest/admin-subtitles.ts";
import { mostSubtitleBytes } from "../../../../contract/ingest/values.ts";
import { findUpload } from "../../service/files/find-upload.ts";
import { episodeOf } from "../../catalogue/admin/episodes.ts";
import { removeUnused } from "../../catalogue/admin/set-artwork.ts";
import { writeMovie, type MovieWrite } from "../../catalogue/admin/write-movie.ts";

type Deps = { db: Db; assetStore: Files };
/** Number of cues shown, so that an admin can recognise a wrong file. */
const shownCues = 4;

/**
 * An episode's subtitles, with the first cues of each, and captions that are being made.
 * @param deps.makesCaptions whether a program is set up
 * @throws Failure not_found
 */
export async function listSubtitles(
  { db, assetStore, makesCaptions }: Deps & { makesCaptions: boolean },
  { id, index }: ParsedOf<"z/subtitle/list">,
): Promise<OutputOf<"z/subtitle/list">> {
  const rows = await tracksOf(db, { id, index });
  const items = rows.map(async ({ assetId, path, version: _version, createdAt: _createdAt, ...track }) => {
    const cues = readCues((await assetStore.text(`${assetId}/${path}`)) ?? "");
    const first = cues.slice(0, shownCues).map(({ fromS, text }) => ({ fromS, text: wordsOf(text) }));
    return {
      ...track,
      cues: cues.length,
      endsS: Math.max(0, ...cues.slice(-20).map(({ toS }) => toS)),
      first,
    };
  });
  const making = await readCaptioning({ db, assetStore }, { id, index });
  return { items: await Promise.all(items), makesCaptions, ...making };
}

/**
 * A subtitle track as a WebVTT file, with its current offset.
 * @throws Failure not_found
 */
export async function subtitleFile(
  { db, assetStore }: Deps,
  { id, index, subtitle }: ParsedOf<"z/subtitle/file">,
): Promise<OutputOf<"z/subtitle/file">> {
  const row = (await tracksOf(db, { id, index })).find((track) => track.id === subtitle);
  const vtt = row && (await assetStore.text(`${row.assetId}/${row.path}`));
  if (!vtt) throw new Failure("not_found");
  // The line before the first cue is only for HLS; some programs show it as text.
  return { name: `${id}-${index}.${subtitle}.vtt`, vtt: vtt.replace(/^X-TIMESTAMP-MAP=.*\n/m, "") };
}

/**
 * Makes a file that the admin has uploaded an episode's subtitles. The upload is removed, because the asset's folder
 * contains its content. Replaced subtitles are kept for their undo.
 * @throws Failure not_found · conflict · not_ready for an episode without an asset · invalid for a language that
 *   already has subtitles, and as `readSubtitleFile` says
 */
export async function addSubtitles(
  deps: Deps & { storage: Storage },
  input: Omit<ParsedOf<"z/subtitle/add">, "id" | "revision"> & MovieWrite,
): Promise<OutputOf<"z/subtitle/add">> {
  const { index, key, locale, kind, label, replace, admin } = input;
  const mine = and(eq(uploads.key, key), eq(uploads.uid, admin.uid));
  const upload = await findUpload(deps, { key, uid: admin.uid, now: input.now });
  if (!upload) throw invalidField("key", "format");
  const maxBytes = mostSubtitleBytes;
  const bytes = upload.bytes > maxBytes ? null : await deps.storage.read({ key, maxBytes });
  if (!bytes) throw invalidField("key", "too_big");
  const track = trackOf({ locale, kind });
  const { revision, value, entry } = await writeMovie(deps.db, input, {
    action: "z/subtitle/add",
    apply: async (tx, { before }) => {
      const { asset, subtitles: tracks } = episodeOf(before, index);
      if (asset?.state !== "ready") throw new Failure("not_ready");
      const there = tracks.find((one) => one.id === track.id);
      if (there && !replace) throw invalidField("locale", "repeated");
      const named = label ?? there?.label;
      const kept = there && (await keepSubtitles({ ...deps, db: tx }, { asset: asset.id, track: track.id }));
      const added = { asset: asset.id, locale, kind, label: named, bytes };
      const answer = await importSubtitles({ ...deps, db: tx }, added);
      const put = kept && (await versionOf(tx, { asset: asset.id, track: track.id }));
      return { answer, undo: kept && put ? { ...kept, put } : null };
    },
    undo: ({ undo }) => undo,
  });
  await removeUnused(deps, key, mine!);
  return { revision, ...value.answer, entry };
}

/**
 * Shows a track later or earlier. Computed from the original times of the file, so that the opposite shift restores it
 * completely.
 * @throws Failure not_found · conflict · invalid if no cue would be left within the asset
 */
export async function shiftSubtitles(
  { db, assetStore }: Deps,
  {
    index,
    subtitle,
    byMs,
    ...write
  }: Pick<ParsedOf<"z/subtitle/shift">, "index" | "subtitle" | "byMs"> & MovieWrite,
): Promise<OutputOf<"z/subtitle/shift">> {
  const { revision, value } = await writeMovie(db, write, {
    action: "z/subtitle/shift",
    apply: async (tx, { before }) => {
      const { asset } = episodeOf(before, index);
      const track = asset && (await trackRow(tx, { asset, subtitle }));
      if (!track) throw new Failure("not_found");
      const offsetMs = track.offsetMs + byMs;
      const { durationS } = asset;
      const text = await readTrack(assetStore, track);
      const left = shiftCues(readCues(text), { byMs: offsetMs, durationS });
      if (left.length === 0 || Math.abs(offsetMs) > mostOffsetMs)
        throw invalidField("byMs", byMs < 0 ? "too_small" : "too_big");
      const { locale, label, kind, source, edited } = track;
      const shifted = { locale, label, kind, source, edited, text, offsetMs };
      await putSubtitles({ db: tx, assetStore }, { asset: asset.id, tracks: [shifted] });
      return offsetMs;
    },
  });
  return { revision, offsetMs: value };
}

async function trackRow(
  tx: Db,
  { asset, subtitle }: { asset: NonNullable<AdminEpisode["asset"]>; subtitle: string },
) {
  const one = and(eq(subtitles.assetId, asset.id), eq(subtitles.id, subtitle));
  const [row] = await tx.select().from(subtitles).where(one);
  return row;
}

async function tracksOf(db: Db, { id, index }: { id: string; index: number }) {
  const episode = and(eq(episodes.movieId, id), eq(episodes.index, index));
  const [found] = await db
    .select({ assetId: episodes.assetId, status: movies.status })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .where(episode);
  if (!found || found.status === "deleted") throw new Failure("not_found");
  if (!found.assetId) return [];
  return db.select().from(subtitles).where(eq(subtitles.assetId, found.assetId)).orderBy(asc(subtitles.id));
}

/** A cue's text without its markup. */
function wordsOf(text: string): string {
  return text
    .replace(/<[^<>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ")
    .replace(/&[lr][rl]m;/g, "")
    .replaceAll("&amp;", "&");
}

type OfTrack = { index: number; subtitle: string } & MovieWrite;

/**
 * Renames a subtitle track.
 * @throws Failure not_found · conflict
 */
export async function renameSubtitles(
  { db, assetStore }: Deps,
  { index, subtitle, label, ...write }: OfTrack & { label: string },
): Promise<{ revision: number }> {
  const { revision } = await writeMovie(db, write, {
    action: "z/subtitle/save",
    apply: async (tx, { before }) => {
      const asset = assetWith(before, { index, subtitle });
      const one = and(eq(subtitles.assetId, asset), eq(subtitles.id, subtitle));
      await tx.update(subtitles).set({ label }).where(one);
      await nameInMaster({ db: tx, assetStore, asset });
    },
  });
  return { revision };
}

/**
 * Removes a subtitle track. It is kept for its undo.
 * @throws Failure not_found · conflict
 */
export async function removeSubtitles(
  { db, assetStore }: Deps,
  { index, subtitle, ...write }: OfTrack,
): Promise<OutputOf<"z/subtitle/delete">> {
  const { revision, entry } = await writeMovie(db, write, {
    action: "z/subtitle/delete",
    apply: async (tx, { before }) => {
      const asset = assetWith(before, { index, subtitle });
      const kept = await keepSubtitles({ db: tx, assetStore }, { asset, track: subtitle });
      const one = and(eq(subtitles.assetId, asset), eq(subtitles.id, subtitle));
      const [gone] = await tx.delete(subtitles).where(one).returning();
      await assetStore.remove(`${asset}/${gone!.path}`);
      await assetStore.remove(`${asset}/${gone!.path.replace(/\.vtt$/, ".m3u8")}`);
      await assetStore.remove(`${asset}/${ownPath(gone!.id)}`);
      await nameInMaster({ db: tx, assetStore, asset });
      return kept;
    },
    undo: (kept) => kept && { ...kept, put: null },
  });
  return { revision, entry };
}

/**
 * @returns the episode's asset
 * @throws Failure not_found unless it has that track
 */
function assetWith(movie: AdminMovie, { index, subtitle }: { index: number; subtitle: string }): string {
  const { asset, subtitles: tracks } = episodeOf(movie, index);
  if (!asset || !tracks.some(({ id }) => id === subtitle)) throw new Failure("not_found");
  return asset.id;
}
