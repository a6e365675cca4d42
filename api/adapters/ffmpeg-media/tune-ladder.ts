import type { LadderTuning, TuneLadderRequest } from "../../ports/media.ts";
import { chooseTuning, SAMPLED_STEPS, stepDown, type Measured, type RungSamples } from "./choose-tuning.ts";
import { planOf, scaleFilters, videoArgs, type EncodeLimits, type Plan } from "./ladder-command.ts";
import type { LocatedTool } from "./locate.ts";
import { asFileInput, INPUT_GUARD } from "./probe.ts";
import { encodeLimits } from "./process-limits.ts";
import type { Rung } from "./rungs.ts";
import { runProcess } from "./run-process.ts";
import { encodersFor, softwareH264 } from "./video-encoders.ts";

/** Seconds of one sample: as many as follow a keyframe in the ladder, since more effort shows in what follows one. */
const SAMPLE_S = 6;
/** In how many places a film is sampled, since one is not like another: of a long one 3 % are seen. */
const SHARE = 0.03;
const LEAST_PLACES = 4;
const MOST_PLACES = 8;
/** A shorter film is encoded before samples of it could tell anything. */
const LEAST_FILM_S = 40;
/** For the samples of any film: there are 48 s of them at most, and the largest sizes take longest. */
const TIMEOUT_MS = 5 * 60_000;
/** The buffer is not full in the middle of a film, where samples are from. */
const BUFFER = ["-x264-params", "vbv-init=0.4"];

/** Where samples begin, in seconds: spread evenly, each in the middle of its part. */
const placesOf = (durationS: number): number[] => {
  const wanted = Math.round((durationS * SHARE) / SAMPLE_S);
  const count = Math.min(MOST_PLACES, Math.max(LEAST_PLACES, wanted));
  return Array.from({ length: count }, (_, i) => ((i + 0.5) / count) * durationS - SAMPLE_S / 2);
};

/** The rungs that are sampled: the largest, and the one about half its height. */
export const sampledRungs = (rungs: readonly Rung[]): Rung[] => {
  const largest = rungs.at(-1)!;
  const half = rungs.findLast(({ frame }) => frame <= largest.frame * 0.67);
  return half ? [half, largest] : [largest];
};

/** One command: the samples joined to one picture, and of each rung every variant, which x264 compares itself. */
const sampleArgs = (plan: Plan, file: string, sampled: readonly Rung[]): string[] => {
  const places = placesOf(plan.durationS);
  // prettier-ignore
  const inputs = places.flatMap((place) => [
    ...INPUT_GUARD, "-noaccurate_seek", "-ss", place.toFixed(2), "-i", asFileInput(file),
  ]);
  const cuts = places.map((_place, i) => `[${i}:V:0]trim=duration=${SAMPLE_S},setpts=PTS-STARTPTS[cut${i}]`);
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

/**
 * Encodes some seconds of a film as the fixed ladder would and with more effort at two qualities, at one or two sizes,
 * and chooses for each rung the quality and the largest rate that give the fixed ladder's score. Null where the fixed
 * ladder is right. Rejects with MediaError (`timeout`, `aborted`, `encode_failed`, …).
 */
export const tuneLadder = async (
  tool: LocatedTool,
  { source, signal, encoder, timeoutMs = TIMEOUT_MS }: TuneLadderRequest,
  limits: EncodeLimits,
): Promise<LadderTuning | null> => {
  if (encodersFor(tool.abilities, "h264", encoder)[0] !== softwareH264) return null;
  const { plan, rungs } = await planOf(tool, { source, signal }, limits);
  if (plan.durationS < LEAST_FILM_S) return null;
  const sampled = sampledRungs(rungs);
  const printed = await runProcess({
    path: tool.ffmpeg,
    args: sampleArgs(plan, source, sampled),
    timeoutMs,
    limits: encodeLimits(timeoutMs),
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
