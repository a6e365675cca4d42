/** Target of a figure. */
export type Target = { atMost: number } | { atLeast: number };

export type BenchRow = {
  name: string;
  value: number;
  /** As printed: `kB` is 1,000 bytes, `MB` a million; `×` is a ratio of two figures of the same run. */
  unit: string;
  target?: Target;
};

/** Results of one part of the suite. */
export type PartResult = {
  rows: BenchRow[];
  /** Our figure divided by another's, both measured in this run, in turns. */
  ratios: BenchRow[];
  /** Conditions that must hold: a measurement of wrong answers is useless. */
  checks: Record<string, boolean>;
  /** Notes in words: failing audits, small targets, scripts by size. */
  findings: string[];
};

/** Options of a part, from the command line. */
export type PartOptions = {
  /** Fewer and shorter rounds: to test the suite, not to publish figures. */
  quick: boolean;
  /** Length of parts that play a whole movie; undefined = as long as the target requires. */
  minutes?: number | undefined;
  /** Prints progress to the terminal, not into the result. */
  say: (text: string) => void;
};

export type Part = {
  /** One line for the table. */
  title: string;
  run: (options: PartOptions) => Promise<PartResult>;
};

/** An empty result to add to. */
export function emptyResult(): PartResult {
  return { rows: [], ratios: [], checks: {}, findings: [] };
}

/** @returns whether a figure reaches its target; null without a target */
export function meets({ value, target }: BenchRow): boolean | null {
  if (!target) return null;
  // A missing figure is a failure, never a pass.
  if (!Number.isFinite(value)) return false;
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
}

/** @returns whether every figure with a target reaches it, and every check holds */
export function passed({ rows, ratios, checks }: PartResult): boolean {
  return [...rows, ...ratios].every((row) => meets(row) !== false) && Object.values(checks).every(Boolean);
}

/** The middle value; for an even number of values the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @param share of 1: 0.95 = the value that 95 in 100 do not exceed. NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** @param digits after the decimal point */
export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
