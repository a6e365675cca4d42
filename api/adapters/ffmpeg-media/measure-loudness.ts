import type { Loudness } from "../../ports/media.ts";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { asFileInput, INPUT_GUARD, probeFile } from "./probe.ts";
import { readLimits } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";

const TIMEOUT_MS = 60 * 60_000;
/** The same limit as the encoder's. */
const MOST_SOUNDS = 8;
/** The value the filter reports when there was nothing to measure (the EBU R128 gate). */
const SILENCE_LUFS = -70;

/**
 * Measures every sound of a file in one pass, without decoding the picture (EBU R128: integrated loudness and true
 * peak). Returns nothing when the tool lacks the filter or cannot read the sound; the sound then keeps its loudness.
 * Rejects with MediaError (`unsupported`, `timeout`, `aborted`).
 */
export const measureLoudness = async (
  tool: LocatedTool,
  file: string,
  signal?: AbortSignal,
): Promise<Loudness[]> => {
  if (!tool.abilities.filters.has("ebur128")) return [];
  const sounds = (await probeFile(tool.ffprobe, file, signal)).sounds.slice(0, MOST_SOUNDS);
  if (sounds.length === 0) return [];
  const filter = sounds
    .map(({ index }, i) => `[0:a:${index}]ebur128=peak=true:framelog=verbose[o${i}]`)
    .join(";");
  const printed = await runProcess({
    path: tool.ffmpeg,
    // prettier-ignore
    args: [
      "-nostdin", "-hide_banner", "-nostats", "-v", "info", ...INPUT_GUARD, "-i", asFileInput(file),
      "-filter_complex", filter, ...sounds.flatMap((_sound, i) => ["-map", `[o${i}]`]),
      "-f", "null", "-",
    ],
    timeoutMs: TIMEOUT_MS,
    limits: readLimits(TIMEOUT_MS),
    signal,
    lowPriority: true,
    wantsErrors: true,
  }).catch((error: unknown) => {
    if (error instanceof MediaError && error.code === "encode_failed") return "";
    throw error;
  });
  return readSummaries(printed).flatMap(({ filter: i, lufs, peakDb }) => {
    const sound = sounds[i];
    return sound && lufs > SILENCE_LUFS && Number.isFinite(peakDb)
      ? [{ index: sound.index, lufs, peakDb }]
      : [];
  });
};

/** Reads the values the filters print at their end; filters are numbered in the order of the graph. */
const readSummaries = (printed: string): { filter: number; lufs: number; peakDb: number }[] =>
  printed
    .split(/\[Parsed_ebur128_(?=\d+ @ \w+\] Summary:)/)
    .slice(1)
    .map((text) => ({
      filter: Number.parseInt(text, 10),
      lufs: Number(/I:\s+(-?[\d.]+) LUFS/.exec(text)?.[1] ?? Number.NaN),
      peakDb: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(text)?.[1] ?? Number.NaN),
    }));
