import { appendFile, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { parseMediaPlaylist } from "./playlists.ts";
import { drawThumbnails } from "./thumbnails.ts";
import { asFileInput } from "./probe.ts";
import type { Rung } from "./rungs.ts";
import { readLimits } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";

const PROGRESSIVE_SHORT_SIDE = 360;
const COPY_MS = 120_000;

/** Joins the segments of one rung to one file and returns its name. The file is for internal use and is not served. */
const joinRung = async (folder: string, rung: Rung): Promise<string> => {
  const from = join(folder, rung.name);
  const joined = join(folder, `${rung.name}.tmp`);
  const segments = parseMediaPlaylist(await readFile(join(from, "index.m3u8"), "utf8"));
  for (const name of ["init.mp4", ...segments.map((segment) => segment.uri)]) {
    await appendFile(joined, await readFile(join(from, name)));
  }
  return joined;
};

/** Writes a plain file with its index at the front, for players without HLS. */
const writeProgressive = async (
  tool: LocatedTool,
  folder: string,
  joined: string,
  signal?: AbortSignal,
): Promise<void> => {
  await runProcess({
    path: tool.ffmpeg,
    // prettier-ignore
    args: [
      "-nostdin", "-hide_banner", "-v", "error", "-y", "-protocol_whitelist", "file,pipe", "-f", "mp4",
      "-i", asFileInput(joined), "-map", "0", "-c", "copy", "-movflags", "+faststart", "-f", "mp4",
      asFileInput(join(folder, "progressive.mp4")),
    ],
    timeoutMs: COPY_MS,
    // The copy is as large as its segments, and its index moves to the front.
    limits: readLimits(COPY_MS, 2 * (await stat(joined)).size + 64 * 1024 * 1024),
    signal,
  });
};

/** Makes two things from a rung's joined segments: the plain file and the pictures of the scrub bar. */
export const writeSidecars = async (
  tool: LocatedTool,
  folder: string,
  rungs: readonly Rung[],
  signal?: AbortSignal,
): Promise<void> => {
  const lowest = rungs[0]!;
  const plain =
    rungs.findLast((rung) => Math.min(rung.width, rung.height) <= PROGRESSIVE_SHORT_SIDE) ?? lowest;
  const joined = await joinRung(folder, plain);
  await writeProgressive(tool, folder, joined, signal);
  const video = plain === lowest ? joined : await joinRung(folder, lowest);
  await drawThumbnails(tool, { folder, video, rung: lowest, signal }).catch((error: unknown) => {
    // A movie without these pictures is still playable.
    if (error instanceof MediaError && error.code === "encode_failed") return;
    throw error;
  });
  await Promise.all([...new Set([joined, video])].map((path) => rm(path)));
};
