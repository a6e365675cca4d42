import type { LadderTuning, TuneLadderRequest } from "../../ports/media.ts";
import { chooseTuning, SAMPLED_STEPS, stepDown, type Measured, type RungSamples } from "./choose-tuning.ts";
import { planOf, scaleFilters, videoArgs, type EncodeLimits, type Plan } from "./ladder-command.ts";
import type { LocatedTool } from "./locate.ts";
import { asFileInput, INPUT_GUARD } from "./probe.ts";
import { encodeLimits } from "./process-limits.ts";
import type { Rung } from "./rungs.ts";
import { runProcess } from "./run-process.ts";
import { encodersFor, softwareH264 } from "./video-encoders.ts";

/** Share of a film that is sampled, and the longest in seconds: encoding them takes a few percent of its encode. */
const SHARE = 0.03;
const MOST_S = 24;
/** A shorter film is encoded before samples of it could tell anything. */
const LEAST_FILM_S = 40;
/** Seconds of one sample at most, which is a keyframe and what follows it. */
const SAMPLE_S = 3;
/** Largest time: a share of the film's length, on top of what a start takes. */
const TIMEOUT_BASE_MS = 20_000;
const TIMEOUT_SHARE = 0.1;
const MOST_TIMEOUT_MS = 5 * 60_000;
/** The buffer is not full in the middle of a film, where samples are from. */
const BUFFER = ["-x264-params", "vbv-init=0.4"];

/** Where samples begin, in seconds, and the length of each. They are spread evenly, from the middle of each part. */
export const placesOf = (durationS: number): { places: number[]; lengthS: number } => {
  const wholeS = Math.min(MOST_S, durationS * SHARE);
  const count = Math.ceil(wholeS / SAMPLE_S);
  const places = Array.from({ length: count }, (_, i) => ((i + 0.5) / count) * durationS);
  return { places, lengthS: wholeS / count };
};

/** The rungs that are sampled: the largest, and the one about half its height. */
export const sampledRungs = (rungs: readonly Rung[]): Rung[] => {
  const largest = rungs.at(-1)!;
  const half = rungs.findLast(({ frame }) => frame <= largest.frame * 0.67);
  return half ? [half, largest] : [largest];
};

/** One command: the samples joined to one picture, and of each rung every variant, which x264 compares itself. */
const sampleArgs = (plan: Plan, file: string, sampled: readonly Rung[]): string[] => {
  const { places, lengthS } = placesOf(plan.durationS);
  // prettier-ignore
  const inputs = places.flatMap((place) => [
    ...INPUT_GUARD, "-noaccurate_seek", "-ss", place.toFixed(2), "-i", asFileInput(file),
  ]);
  const cuts = places.map(
    (_place, i) => `[${i}:V:0]trim=duration=${lengthS.toFixed(3)},setpts=PTS-STARTPTS[cut${i}]`,
  );
  const joined = `${places.map((_place, i) => `[cut${i}]`).join("")}concat=n=${places.length}[film]`;
  const variants = sampled.map((rung) => [rung, ...SAMPLED_STEPS.map((step) => stepDown(rung, step))]);
  const scales = sampled.map((rung, r) => {
    const labels = variants[r]!.map((_variant, v) => `[out${r}_${v}]`).join("");
    return `[in${r}]${scaleFilters(plan, rung, softwareH264)},split=${variants[r]!.length}${labels}`;
  });
  const split = `[${plan.videoLabel}]split=${sampled.length}${sampled.map((_rung, r) => `[in${r}]`).join("")}`;
  const filter = [...cuts, joined, plan.filterHead(sampled.at(-1)!, "film"), split, ...scales].join(";");
  const outputs = variants.flatMap((of, r) =>
    // prettier-ignore
    of.flatMap((rung, v) => [
      "-map", `[out${r}_${v}]`, ...videoArgs(plan, rung, softwareH264), ...BUFFER, "-ssim", "1",
      "-an", "-f", "null", "-",
    ]),
  );
  // The measurements are printed at the level of information.
  const head = ["-nostdin", "-hide_banner", "-nostats", "-v", "info"];
  return [...head, ...inputs, "-filter_complex", filter, ...outputs];
};

/** What the encoders printed at their end, one after another in the order of the outputs. */
export const readMeasured = (printed: string): Measured[] => {
  const rates = new Map(
    [...printed.matchAll(/\[libx264 @ (\w+)\] kb\/s:([\d.]+)/g)].map(([, at, kbps]) => [at, Number(kbps)]),
  );
  return [...printed.matchAll(/\[libx264 @ (\w+)\] SSIM Mean Y:([\d.]+)/g)].map(([, at, ssim]) => ({
    kbps: rates.get(at) ?? Number.NaN,
    ssim: Number(ssim),
  }));
};

const timeoutOf = (durationS: number): number =>
  Math.min(MOST_TIMEOUT_MS, TIMEOUT_BASE_MS + durationS * 1000 * TIMEOUT_SHARE);

/**
 * Encodes some seconds of a film as the fixed ladder would and with more effort at two qualities, at one or two sizes,
 * and chooses for each rung the quality and the largest rate that give the fixed ladder's score. Null where the fixed
 * ladder is right. Rejects with MediaError (`timeout`, `aborted`, `encode_failed`, …).
 */
export const tuneLadder = async (
  tool: LocatedTool,
  { source, signal, encoder, timeoutMs }: TuneLadderRequest,
  limits: EncodeLimits,
): Promise<LadderTuning | null> => {
  if (encodersFor(tool.abilities, "h264", encoder)[0] !== softwareH264) return null;
  const { plan, rungs } = await planOf(tool, { source, signal }, limits);
  if (plan.durationS < LEAST_FILM_S) return null;
  const sampled = sampledRungs(rungs);
  const longestMs = timeoutMs ?? timeoutOf(plan.durationS);
  const printed = await runProcess({
    path: tool.ffmpeg,
    args: sampleArgs(plan, source, sampled),
    timeoutMs: longestMs,
    limits: encodeLimits(longestMs),
    signal,
    lowPriority: true,
    wantsErrors: true,
  });
  const measured = readMeasured(printed);
  const each = 1 + SAMPLED_STEPS.length;
  if (measured.length !== sampled.length * each) return null;
  const samples = sampled.map(({ frame }, r): RungSamples => {
    const [fixed, ...tuned] = measured.slice(r * each, (r + 1) * each);
    return { frame, fixed: fixed!, tuned: tuned.map((one, i) => ({ ...one, step: SAMPLED_STEPS[i]! })) };
  });
  const chosen = chooseTuning(rungs, samples);
  return chosen && { rungs: chosen };
};
