import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ExtractedSubtitle } from "../../ports/media.ts";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { asFileInput, INPUT_GUARD, probeFile } from "./probe.ts";
import { readLimits } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";

const TIMEOUT_MS = 10 * 60_000;
/** The text of four hours of talk is a tenth of this. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Subtitles are held in memory, and a hostile file can have dozens of the longest. */
const MOST_BYTES_IN_ALL = 6 * MOST_BYTES;

/**
 * Reads the text subtitles of a file as WebVTT in one pass. If that fails, reads them one by one, so that a broken one
 * does not block the others. Rejects with MediaError (`unsupported`, `timeout`, `aborted`).
 */
export const extractSubtitles = async (
  tool: LocatedTool,
  file: string,
  { signal, workDir }: { signal?: AbortSignal; workDir: string },
): Promise<ExtractedSubtitle[]> => {
  const wanted = (await probeFile(tool.ffprobe, file, signal)).subtitles.filter(({ isText }) => isText);
  if (wanted.length === 0) return [];
  const folder = await mkdtemp(join(workDir, "matinee-subtitles-"));
  const pathOf = (index: number) => join(folder, `${index}.vtt`);
  const read = (indexes: readonly number[]) =>
    runProcess({
      path: tool.ffmpeg,
      // prettier-ignore
      args: [
        "-nostdin", "-hide_banner", "-v", "error", "-y", ...INPUT_GUARD, "-i", asFileInput(file),
        ...indexes.flatMap((index) => [
          "-map", `0:s:${index}`, "-c:s", "webvtt", "-fs", `${MOST_BYTES}`, "-f", "webvtt",
          asFileInput(pathOf(index)),
        ]),
      ],
      timeoutMs: TIMEOUT_MS,
      limits: readLimits(TIMEOUT_MS),
      signal,
      lowPriority: true,
    });
  const unreadable = (error: unknown) => {
    if (!(error instanceof MediaError) || error.code !== "encode_failed") throw error;
  };
  try {
    const all = wanted.map(({ index }) => index);
    const failed = await read(all).then(
      () => false,
      (error: unknown) => (unreadable(error), true),
    );
    if (failed) for (const index of all) await read([index]).catch(unreadable);
    const found: ExtractedSubtitle[] = [];
    let bytes = 0;
    for (const { index, language, title, forHearing } of wanted) {
      bytes += (await stat(pathOf(index)).catch(() => null))?.size ?? 0;
      if (bytes > MOST_BYTES_IN_ALL) break;
      const vtt = await readFile(pathOf(index), "utf8").catch(() => "");
      if (vtt.includes("-->")) found.push({ language, title, forHearing, vtt });
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
