import { sql, type SQL } from "drizzle-orm";

/**
 * Start times are summed as a histogram from 50 ms to 80 s. Each step is an eighth larger than the one before (six per
 * doubling). Daily histograms add up to a monthly one. A value read from it is off by at most six per cent, because the
 * true time is somewhere within a step.
 */
export const startSteps = 64;
const firstMs = 50;
const perDoubling = 6;

/** SQL for the histogram step of a column in milliseconds. */
export function startStep(column: SQL): SQL {
  return sql`least(${startSteps - 1}, greatest(0,
    floor(${perDoubling} * ln(greatest(${column}, 1) / ${firstMs}::float8) / ln(2::float8))))::int`;
}

/** @returns the start of a step, in milliseconds */
export function stepFrom(step: number): number {
  return firstMs * 2 ** (step / perDoubling);
}

/** Adds one histogram to another, in place; a missing step counts as zero. */
export function addSteps(sum: number[], more: readonly number[]): number[] {
  for (let step = 0; step < startSteps; step++) sum[step] = (sum[step] ?? 0) + (more[step] ?? 0);
  return sum;
}

/**
 * @param share of all starts, 0 to 1: 0.5 for the median
 * @returns the time in milliseconds within which that share had started; null if there were no starts
 */
export function startTime(steps: readonly number[], share: number): number | null {
  const total = steps.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let passed = 0;
  for (const [step, count] of steps.entries()) {
    if (count > 0 && passed + count >= wanted) {
      const within = (wanted - passed) / count;
      return Math.round(stepFrom(step) * 2 ** (within / perDoubling));
    }
    passed += count;
  }
  return Math.round(stepFrom(startSteps));
}
