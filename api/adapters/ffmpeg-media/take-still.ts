import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { stillFilters } from "./picture-chain.ts";
import { asFileInput, INPUT_GUARD } from "./probe.ts";
import { readLimits } from "./process-limits.ts";
import { readPicture } from "./read-picture.ts";
import { runProcess } from "./run-process.ts";

const TIMEOUT_MS = 2 * 60_000;
/** Share of the length: after titles and fades, before scenes that reveal the end. */
const PLACE = 0.2;
/** Number of frames to choose from. The chosen one is most like the others, which excludes cuts, flashes and fades. */
const CHOICE = 48;
/** Pixels of the long side. */
const LONG_SIDE = 1280;

const sizeOf = ({ width, height }: { width: number; height: number }) => {
  const scale = LONG_SIDE / Math.max(width, height);
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
};

/** Takes a frame that represents a movie, upright, as PNG. Null when no frame can be decoded. */
export const takeStill = async (
  tool: LocatedTool,
  file: string,
  { durationS, signal, workDir }: { durationS: number; signal?: AbortSignal; workDir: string },
): Promise<Buffer | null> => {
  const folder = await mkdtemp(join(workDir, "matinee-still-"));
  const picture = join(folder, "still.png");
  try {
    const { plan, probe } = await readPicture(tool, file, signal);
    if (!plan || !probe.video) return null;
    const size = sizeOf(probe.video);
    await runProcess({
      path: tool.ffmpeg,
      // prettier-ignore
      args: [
        "-nostdin", "-hide_banner", "-v", "error", "-y", ...INPUT_GUARD,
        "-ss", (durationS * PLACE).toFixed(2), "-i", asFileInput(file), "-map", "0:V:0",
        "-vf", [...stillFilters(tool, plan, size), `thumbnail=${CHOICE}`].join(","), "-frames:v", "1",
        "-c:v", "png", "-f", "image2", "-update", "1", asFileInput(picture),
      ],
      timeoutMs: TIMEOUT_MS,
      limits: readLimits(TIMEOUT_MS),
      signal,
      lowPriority: true,
    });
    return await readFile(picture).catch(() => null);
  } catch (error) {
    if (error instanceof MediaError && error.code === "encode_failed") return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
