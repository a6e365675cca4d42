import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { Failure } from "../../kernel/failure.ts";
import { putSubtitles, trackOf } from "./put-subtitles.ts";
import { writeCues } from "../../playback/media/read-cues.ts";
import { readSubtitleFile } from "./read-subtitle-file.ts";

export type ImportSubtitles = {
  /** Id of an asset. */
  asset: string;
  /** BCP 47 tag of the text; `und` if unknown. */
  locale: string;
  kind: "subtitles" | "captions";
  /** Default: the language in its own name. */
  label?: string | undefined;
  bytes: Uint8Array;
};

/**
 * Makes a SubRip, WebVTT or SubStation Alpha file the subtitles of an asset. Replaces those of the same language and
 * kind. The player shows them at once.
 * @returns the track's id, the number of cues, and the file's encoding
 * @throws Failure not_found for an unknown asset · invalid as `readSubtitleFile` says, and for a malformed tag
 */
export async function importSubtitles(
  { db, assetStore }: { db: Db; assetStore: Files },
  { asset, locale, kind, label, bytes }: ImportSubtitles,
): Promise<{ subtitle: string; cues: number; encoding: string }> {
  const [video] = await db
    .select({ state: assets.state, durationS: assets.durationS })
    .from(assets)
    .where(eq(assets.id, asset));
  if (video?.state !== "ready") throw new Failure("not_found");
  const { id } = trackOf({ locale, kind });
  const { cues, encoding } = readSubtitleFile(bytes, { language: locale, durationS: video.durationS });
  const track = { locale, kind, label, text: writeCues(cues), source: "uploaded" as const };
  await putSubtitles({ db, assetStore }, { asset, tracks: [track] });
  return { subtitle: id, cues: cues.length, encoding };
}
