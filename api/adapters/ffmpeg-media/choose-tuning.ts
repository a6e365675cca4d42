import type { TunedRung } from "../../ports/media.ts";
import type { Rung } from "./rungs.ts";

/** What a sample took and showed: kbit/s of the picture, and its likeness to the source (SSIM of luma, 0 to 1). */
export type Measured = { readonly kbps: number; readonly ssim: number };

/** One rung's samples: as the fixed ladder encodes it, and tuned, by steps. */
export type RungSamples = {
  readonly frame: number;
  readonly fixed: Measured;
  readonly tuned: readonly (Measured & { readonly step: number })[];
};

/** Steps below the fixed quality that are sampled. One is one of CRF. */
export const SAMPLED_STEPS: readonly number[] = [0, 2.5];
/** A little better than the fixed quality may still save. */
const LEAST_STEPS = -3;
/** CRF is logarithmic: six steps halve the bits, and the largest rate goes with them. */
const STEPS_TO_HALF = 6;
/** A rung that takes this much of the next larger one's bits is left out: players would hardly tell them apart. */
const NEXT_TO = 0.85;

/** One step below the fixed quality after another, of one rung. */
export const stepDown = (rung: Rung, step: number): Rung => ({
  ...rung,
  tuned: true,
  crf: Math.round((rung.crf + step) * 100) / 100,
  maxKbps: Math.round(rung.maxKbps * 2 ** (-Math.max(0, step) / STEPS_TO_HALF)),
});

/** SSIM in dB, in which it is about linear in the steps. */
const decibel = (ssim: number): number => -10 * Math.log10(1 - Math.min(ssim, 0.999_999));

type Choice = { readonly step: number; readonly kbps: number };

/**
 * How far below the fixed quality a rung may go for the score of the fixed one, and the bits it then takes. Null where
 * the samples contradict themselves, and where the score takes as many bits as before.
 */
export const chooseStep = ({ fixed, tuned }: RungSamples): Choice | null => {
  const [first, last] = [tuned[0], tuned.at(-1)];
  const numbers = [fixed, ...tuned].flatMap(({ kbps, ssim }) => [kbps, ssim]);
  if (!first || !last || first === last || !numbers.every((one) => Number.isFinite(one) && one > 0))
    return null;
  if (last.kbps >= first.kbps || last.ssim > first.ssim || last.step <= first.step) return null;
  const span = last.step - first.step;
  const lost = decibel(first.ssim) - decibel(last.ssim);
  const spare = decibel(first.ssim) - decibel(fixed.ssim);
  // A picture that loses nothing has no slope to follow.
  const wanted = lost > 0 ? first.step + (spare / lost) * span : spare < 0 ? -Infinity : last.step;
  // Below the last sample nothing is known.
  const step = Math.min(last.step, wanted);
  const perStep = Math.log(last.kbps / first.kbps) / span;
  const kbps = first.kbps * Math.exp(perStep * (step - first.step));
  return step >= LEAST_STEPS && kbps < fixed.kbps ? { step, kbps } : null;
};

type Known = readonly { readonly frame: number; readonly value: number }[];

/** The value at a frame on the line through the first and the last known ones, by the logarithm of the frame. */
const onLine = (frame: number, known: Known): number => {
  const [first, last] = [known[0]!, known.at(-1)!];
  if (first.frame === last.frame) return first.value;
  const share = Math.log(frame / first.frame) / Math.log(last.frame / first.frame);
  return first.value + share * (last.value - first.value);
};

/** The same between the known ones, level beyond them. */
const between = (frame: number, known: Known): number =>
  onLine(Math.min(Math.max(frame, known[0]!.frame), known.at(-1)!.frame), known);

/** Drops each rung whose bits, sound included, lie next to those of the larger rung that stays. The largest stays. */
export const withoutNeighbours = <T extends { readonly kbps: number }>(rungs: readonly T[]): T[] =>
  rungs.reduceRight<T[]>((kept, rung) => {
    const next = kept[0];
    return next && rung.kbps > next.kbps * NEXT_TO ? kept : [rung, ...kept];
  }, []);

/**
 * The rungs of a film by the samples of one or two of them; the others lie between. Null where the fixed ladder is
 * right.
 * @param rungs the fixed ladder, smallest first
 */
export const chooseTuning = (rungs: readonly Rung[], samples: readonly RungSamples[]): TunedRung[] | null => {
  const chosen = samples.map((sample) => ({ frame: sample.frame, choice: chooseStep(sample) }));
  if (chosen.length === 0 || chosen.some(({ choice }) => choice === null)) return null;
  const steps = chosen.map(({ frame, choice }) => ({ frame, value: choice!.step }));
  const bits = chosen.map(({ frame, choice }) => ({ frame, value: Math.log(choice!.kbps) }));
  const tuned = rungs.map((rung) => {
    const { frame, crf, maxKbps } = stepDown(rung, between(rung.frame, steps));
    const kbps = Math.min(maxKbps, Math.exp(onLine(frame, bits))) + rung.audioKbps;
    return { kbps, rung: { frame, crf, maxKbps } };
  });
  return withoutNeighbours(tuned).map(({ rung }) => rung);
};
