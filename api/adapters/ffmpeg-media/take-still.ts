import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { MediaErrorCode } from "../../ports/media.ts";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { stillFilters } from "./picture-chain.ts";
import { asFileInput, INPUT_GUARD } from "./probe.ts";
import { readLimits } from "./process-limits.ts";
import { readPicture } from "./read-picture.ts";
import { runProcess } from "./run-process.ts";

const TIMEOUT_MS = 2 * 60_000;
/**
 * Shares of the length, the first as the best: after titles and fades, before scenes that reveal the end. The others are
 * tried while nothing is to be seen.
 */
const PLACES = [0.2, 0.35, 0.5];
/** A PNG of that size with fewer bytes is black, or a title before one colour. */
const FEWEST_BYTES = 24_000;
/** Number of frames to choose from. The chosen one is most like the others, which excludes cuts, flashes and fades. */
const CHOICE = 24;
/** Pixels of the long side. */
const LONG_SIDE = 1280;

/** Why a video may have no frame; it is encoded all the same. */
const harmless: ReadonlySet<MediaErrorCode> = new Set(["encode_failed", "timeout", "too_large"]);

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
  try {
    const { plan, probe } = await readPicture(tool, file, signal);
    if (!plan || !probe.video) return null;
    const filters = [...stillFilters(tool, plan, sizeOf(probe.video)), `thumbnail=${CHOICE}`].join(",");
    let best: Buffer | null = null;
    for (const [at, place] of PLACES.entries()) {
      const into = join(folder, `${at}.png`);
      const found = await takeFrame(tool, { file, fromS: durationS * place, filters, into, signal });
      if (found && found.length > (best?.length ?? 0)) best = found;
      if (best && best.length >= FEWEST_BYTES) break;
    }
    return best;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

type FrameRequest = {
  file: string;
  fromS: number;
  filters: string;
  /** Path of the picture. */
  into: string;
  signal: AbortSignal | undefined;
};

async function takeFrame(
  tool: LocatedTool,
  { file, fromS, filters, into, signal }: FrameRequest,
): Promise<Buffer | null> {
  try {
    await runProcess({
      path: tool.ffmpeg,
      // prettier-ignore
      args: [
        "-nostdin", "-hide_banner", "-v", "error", "-y", ...INPUT_GUARD,
        "-ss", fromS.toFixed(2), "-i", asFileInput(file), "-map", "0:V:0",
        "-vf", filters, "-frames:v", "1", "-c:v", "png", "-f", "image2", "-update", "1", asFileInput(into),
      ],
      timeoutMs: TIMEOUT_MS,
      limits: readLimits(TIMEOUT_MS),
      signal,
      lowPriority: true,
    });
    return await readFile(into).catch(() => null);
  } catch (error) {
    if (error instanceof MediaError && harmless.has(error.code)) return null;
    throw error;
  }
}
