import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { asFileInput, INPUT_GUARD } from "./probe.ts";
import { PROBE_LIMITS, readLimits } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";

const TIMEOUT_MS = 20_000;
/** Parts of the length where frames are looked at, and how many frames at each. */
const PLACES = [0.1, 0.45, 0.8];
const FRAMES = 16;
/** How much better one order of the fields must fit. The filter's own 1.04 takes rolling credits for interlaced. */
const CERTAINTY = 1.2;
/** A shorter file is looked at from its beginning only. */
const SHORT_S = 20;

/** A sample is only a hint: without one, what the file says counts. */
const unlessAborted = (error: unknown): string => {
  if (error instanceof MediaError && error.code !== "aborted") return "";
  throw error;
};

/** What some frames of a file show. The counts are frames. */
export type FrameSample = {
  /** Interlaced frames whose upper field is the earlier, or whose lower field is. */
  readonly topFirst: number;
  readonly bottomFirst: number;
  readonly progressive: number;
};

/**
 * Looks at a few dozen frames, at three places of a long file, from a keyframe on: whether they are interlaced. Only the middle of each picture is compared. Null when the tool cannot do it, or not within its limits.
 */
export const sampleFrames = async (
  tool: LocatedTool,
  file: string,
  { durationS, signal }: { durationS: number; signal?: AbortSignal | undefined },
): Promise<FrameSample | null> => {
  const { filters } = tool.abilities;
  if (!filters.has("idet") || !filters.has("metadata")) return null;
  const places = durationS > SHORT_S ? PLACES.map((place) => place * durationS) : [0];
  // The cut begins at an even line, so that the fields keep their order.
  const middle = String.raw`crop=min(iw\,640):floor(min(ih\,288)/4)*4:(iw-ow)/2:floor((ih-oh)/8)*4`;
  const parts = places.map((_place, i) => `[${i}:V:0]trim=end_frame=${FRAMES},${middle}[p${i}]`);
  const labels = places.map((_place, i) => `[p${i}]`).join("");
  const joined = `${labels}concat=n=${places.length},idet=intl_thres=${CERTAINTY},metadata=print:file=-[out]`;
  const from = (place: number) => [
    "-threads",
    "1",
    "-noaccurate_seek",
    "-ss",
    place.toFixed(2),
    "-i",
    asFileInput(file),
  ];
  const inputs = places.flatMap((place) => [...INPUT_GUARD, ...from(place)]);
  const printed = await runProcess({
    path: tool.ffmpeg,
    // prettier-ignore
    args: [
      "-nostdin", "-hide_banner", "-v", "fatal", ...inputs, "-filter_complex", [...parts, joined].join(";"),
      "-map", "[out]", "-f", "null", "-",
    ],
    timeoutMs: TIMEOUT_MS,
    limits: readLimits(TIMEOUT_MS),
    signal,
    lowPriority: true,
  }).catch(unlessAborted);
  return readSample(printed);
};

const readSample = (printed: string): FrameSample | null => {
  const last = (kind: string) => {
    const at = printed.lastIndexOf(`idet.multiple.${kind}=`);
    return at < 0 ? 0 : Number.parseFloat(printed.slice(printed.indexOf("=", at) + 1));
  };
  return printed
    ? { topFirst: last("tff"), bottomFirst: last("bff"), progressive: last("progressive") }
    : null;
};

/** Parts of a long file where frame times are read, and how many at each. */
const TIME_PLACES = 16;
const TIMES = 48;
const TIMES_OF_SHORT = 1500;

/**
 * Reads the times of some hundred frames, without decoding them.
 * @returns seconds from each frame to the next, sorted
 */
export const sampleGaps = async (
  tool: LocatedTool,
  file: string,
  { durationS, signal }: { durationS: number; signal?: AbortSignal | undefined },
): Promise<number[]> => {
  const places = Array.from({ length: TIME_PLACES }, (_, i) => (durationS * i) / TIME_PLACES);
  const intervals =
    durationS > SHORT_S ? places.map((place) => `${place.toFixed(2)}%+#${TIMES}`) : [`%+#${TIMES_OF_SHORT}`];
  const printed = await runProcess({
    path: tool.ffprobe,
    // prettier-ignore
    args: [
      "-v", "fatal", ...INPUT_GUARD, "-select_streams", "V:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0",
      "-read_intervals", intervals.join(","), "-i", asFileInput(file),
    ],
    timeoutMs: TIMEOUT_MS,
    limits: PROBE_LIMITS,
    signal,
  }).catch(unlessAborted);
  const times = printed
    .split("\n")
    .map((line) => Number.parseFloat(line))
    .filter((time) => !Number.isNaN(time))
    .sort((a, b) => a - b);
  // A longer gap is that between two places.
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  return gaps.filter((gap) => gap > 0 && gap < 1).sort((a, b) => a - b);
};
