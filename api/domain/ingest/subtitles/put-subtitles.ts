import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { SubtitleSource } from "../../../../contract/catalogue/values.ts";
import type { Db } from "../../../db/client.ts";
import { assets, subtitles } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { languageName } from "../../playback/media/language-name.ts";
import { readCues, shiftCues, writeCues } from "../../playback/media/read-cues.ts";
import { shownLabel } from "../../playback/media/shown-label.ts";
import { withSubtitles } from "../../playback/media/subtitles-in-master.ts";

export type NewSubtitle = {
  /** BCP 47 tag. */
  locale: string;
  /** The track's label; default the language in its own name. */
  label?: string | undefined;
  kind: "subtitles" | "captions";
  /** A WebVTT or SubRip file. */
  text: string;
  /** Default: the video file. */
  source?: SubtitleSource | undefined;
  /** An admin has changed its lines by hand; default false. */
  edited?: boolean | undefined;
  /** Delay against the text's times, in milliseconds; default 0, negative = earlier. */
  offsetMs?: number | undefined;
};

/**
 * Adds subtitles to an asset, one track per language and kind; an existing one is replaced. Pages get them from
 * `playback/start`; the playlist lists them too, for players without a page.
 * @param deps.assetStore contains one folder per asset
 * @throws Failure not_found for an unknown asset · invalid for a text without a cue and for a malformed tag
 */
export async function putSubtitles(
  { db, assetStore }: { db: Db; assetStore: Files },
  { asset, tracks }: { asset: string; tracks: readonly NewSubtitle[] },
): Promise<void> {
  if (tracks.length === 0) return;
  const [video] = await db
    .select({ state: assets.state, durationS: assets.durationS })
    .from(assets)
    .where(eq(assets.id, asset));
  if (video?.state !== "ready") throw new Failure("not_found");
  for (const { locale: tag, kind, text, label, source = "file", offsetMs = 0, edited = false } of tracks) {
    const { id, locale } = trackOf({ locale: tag, kind });
    const cues = readCues(text);
    if (cues.length === 0) throw invalidField("text", "malformed");
    const own = writeCues(cues);
    const shown = shiftCues(cues, { byMs: offsetMs, durationS: video.durationS });
    await assetStore.write(`${asset}/subs/${id}.vtt`, writeCues(shown));
    // The original, so that any offset can be undone. Files with such a name are never served.
    if (offsetMs !== 0) await assetStore.write(`${asset}/${ownPath(id)}`, own);
    else await assetStore.remove(`${asset}/${ownPath(id)}`);
    await assetStore.write(`${asset}/subs/${id}.m3u8`, playlistOf(id, video.durationS ?? cues.at(-1)!.toS));
    const named = label ?? `${languageName(locale)}${kind === "captions" ? " (CC)" : ""}`;
    const version = createHash("sha256").update(own).digest("hex").slice(0, 12);
    const row = { locale, label: named, kind, path: `subs/${id}.vtt`, source, edited, offsetMs, version };
    await db
      .insert(subtitles)
      .values({ assetId: asset, id, ...row })
      .onConflictDoUpdate({ target: [subtitles.assetId, subtitles.id], set: row });
  }
  await nameInMaster({ db, assetStore, asset });
}

/**
 * The id of a track within its asset, and its language in canonical form.
 * @throws Failure invalid for a malformed tag
 */
export function trackOf({ locale: tag, kind }: Pick<NewSubtitle, "locale" | "kind">) {
  const locale = tagOf(tag);
  return { id: `${locale.toLowerCase()}${kind === "captions" ? "-cc" : ""}`, locale };
}

/** The original of a track, before any offset, relative to the asset's folder. */
export const ownPath = (id: string) => `subs/.${id}.vtt`;

/** @returns the original text of a track as a WebVTT file; empty if there is none */
export async function readTrack(
  assetStore: Files,
  { assetId, id, path, offsetMs }: { assetId: string; id: string; path: string; offsetMs: number },
): Promise<string> {
  const own = offsetMs === 0 ? path : ownPath(id);
  return (await assetStore.text(`${assetId}/${own}`)) ?? "";
}

/** One segment as long as the asset: a file of some kilobytes is not worth cutting. */
function playlistOf(id: string, durationS: number): string {
  // prettier-ignore
  return [
    "#EXTM3U", "#EXT-X-VERSION:7", `#EXT-X-TARGETDURATION:${Math.ceil(durationS)}`,
    "#EXT-X-PLAYLIST-TYPE:VOD", `#EXTINF:${durationS.toFixed(3)},`, `${id}.vtt`, "#EXT-X-ENDLIST", "",
  ].join("\n");
}

/** Writes an asset's subtitles from the database into its playlist. */
export async function nameInMaster({
  db,
  assetStore,
  asset,
}: {
  db: Db;
  assetStore: Files;
  asset: string;
}): Promise<void> {
  const rows = await db
    .select()
    .from(subtitles)
    .where(eq(subtitles.assetId, asset))
    .orderBy(asc(subtitles.locale), asc(subtitles.kind));
  const path = `${asset}/master.m3u8`;
  const tracks = rows.map(({ id, locale, label, kind, source }) => {
    return { id, language: locale, label: shownLabel({ label, locale, source }), kind };
  });
  const master = await assetStore.text(path);
  if (master === null) throw new Failure("not_found");
  await assetStore.write(path, withSubtitles(master, tracks));
}

/** @throws Failure invalid for text that is no language tag; the tag becomes part of a file name */
function tagOf(tag: string): string {
  const canonical = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(tag) && canonicalOf(tag);
  if (!canonical) throw invalidField("locale", "malformed");
  return canonical;
}

function canonicalOf(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
