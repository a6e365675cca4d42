import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createFfmpegMedia } from "../../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { joinRendition } from "../../api/adapters/ffmpeg-media/join-rendition.ts";
import { makeVideo } from "./videos.ts";

/** One encoding in both forms: folders with a file for each segment, and with one for each rendition. */
export async function makeBothForms(
  folder: string,
  { seconds, rungs = [240] }: { seconds: number; rungs?: readonly number[] },
): Promise<{ segments: string; joined: string }> {
  const media = await createFfmpegMedia({ anyVersion: true });
  const [segments, joined] = [join(folder, "segments"), join(folder, "joined")];
  const source = await makeVideo(folder, { seconds, rich: true });
  await media.encodeHls({ source, outDir: segments, rungs, lowPriority: false });
  await cp(segments, joined, { recursive: true });
  for (const entry of await readdir(joined, { withFileTypes: true }))
    if (entry.isDirectory()) await joinRendition(join(joined, entry.name));
  return { segments, joined };
}
