import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { assets, subtitles } from "../../db/schema.ts";
import { Failure, invalidField } from "../failure.ts";
import { languageName } from "./language-name.ts";
import { readCues, writeCues } from "./read-cues.ts";
import { withSubtitles } from "./subtitles-in-master.ts";

export type NewSubtitle = {
  /** BCP 47 tag. */
  locale: string;
  /** What the track is called; default the language in its own name. */
  label?: string | undefined;
  kind: "subtitles" | "captions";
  /** A WebVTT or SubRip file. */
  text: string;
};

/**
 * Puts subtitles beside an encoded film, one track for each language and kind; one that is there already is replaced.
 * Pages get them by `playback/start`; the playlist names them too, for players that know no page.
 * @param deps.mediaDir holds one folder per asset
 * @throws Failure not_found for a film that is not encoded · invalid for a text without a cue and for a malformed tag
 */
export async function putSubtitles(
  { db, mediaDir }: { db: Db; mediaDir: string },
  { asset, tracks }: { asset: string; tracks: readonly NewSubtitle[] },
): Promise<void> {
  if (tracks.length === 0) return;
  const [film] = await db
    .select({ state: assets.state, durationS: assets.durationS })
    .from(assets)
    .where(eq(assets.id, asset));
  if (film?.state !== "ready") throw new Failure("not_found");
  const folder = join(mediaDir, asset);
  await mkdir(join(folder, "subs"), { recursive: true });
  for (const { locale: tag, kind, text, label } of tracks) {
    const locale = tagOf(tag);
    const id = `${locale.toLowerCase()}${kind === "captions" ? "-cc" : ""}`;
    const cues = readCues(text);
    if (cues.length === 0) throw invalidField("text", "malformed");
    await writeWhole(join(folder, "subs", `${id}.vtt`), writeCues(cues));
    await writeWhole(join(folder, "subs", `${id}.m3u8`), playlistOf(id, film.durationS ?? cues.at(-1)!.toS));
    const named = label ?? `${languageName(locale)}${kind === "captions" ? " (CC)" : ""}`;
    const row = { locale, label: named, kind, path: `subs/${id}.vtt` };
    await db
      .insert(subtitles)
      .values({ assetId: asset, id, ...row })
      .onConflictDoUpdate({ target: [subtitles.assetId, subtitles.id], set: row });
  }
  await nameInMaster({ db, folder, asset });
}

/** One segment as long as the film: a file of some kilobytes is not worth cutting. */
function playlistOf(id: string, durationS: number): string {
  return [
    ...["#EXTM3U", "#EXT-X-VERSION:7", `#EXT-X-TARGETDURATION:${Math.ceil(durationS)}`],
    ...["#EXT-X-PLAYLIST-TYPE:VOD", `#EXTINF:${durationS.toFixed(3)},`, `${id}.vtt`, "#EXT-X-ENDLIST", ""],
  ].join("\n");
}

/** Writes an encoded film's subtitles into its playlist, as the database has them. */
export async function nameInMaster({
  db,
  folder,
  asset,
}: {
  db: Db;
  folder: string;
  asset: string;
}): Promise<void> {
  const rows = await db
    .select()
    .from(subtitles)
    .where(eq(subtitles.assetId, asset))
    .orderBy(asc(subtitles.locale), asc(subtitles.kind));
  const path = join(folder, "master.m3u8");
  const tracks = rows.map(({ id, locale, label, kind }) => ({ id, language: locale, label, kind }));
  await writeWhole(path, withSubtitles(await readFile(path, "utf8"), tracks));
}

/** Somebody may be reading it. */
async function writeWhole(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(aside, text);
  await rename(aside, path);
}

/** @throws Failure invalid for what is no language tag; it becomes a file's name */
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
