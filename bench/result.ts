/** What a figure has to reach. */
export type Target = { atMost: number } | { atLeast: number };

export type BenchRow = {
  name: string;
  value: number;
  /** As printed: `kB` is 1,000 bytes, `MB` a million; `×` is a ratio of two figures of the same run. */
  unit: string;
  target?: Target;
};

/** What one part of the suite found. */
export type PartResult = {
  rows: BenchRow[];
  /** Ours divided by another's, both measured in this run, in turns. */
  ratios: BenchRow[];
  /** What must simply be so: a measurement of wrong answers means nothing. */
  checks: Record<string, boolean>;
  /** What to look at, in words: failing audits, small targets, scripts by size. */
  findings: string[];
};

/** How a part is to be run, from the command line. */
export type PartOptions = {
  /** Fewer and shorter rounds: to see that the suite works, not to publish figures. */
  quick: boolean;
  /** How long a part that plays a film in full does so; undefined = as long as its target asks for. */
  minutes?: number | undefined;
  /** Says what is going on; goes to the terminal, not into the result. */
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

/** @returns whether a figure reaches its target; null for one that has none */
export function meets({ value, target }: BenchRow): boolean | null {
  if (!target) return null;
  // A figure that could not be had is a miss, never a pass.
  if (!Number.isFinite(value)) return false;
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
}

/** @returns whether every figure that has a target reaches it, and every check holds */
export function passed({ rows, ratios, checks }: PartResult): boolean {
  return [...rows, ...ratios].every((row) => meets(row) !== false) && Object.values(checks).every(Boolean);
}

/** The middle value; of an even number of values the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @param share of 1: 0.95 = the value that 95 in 100 do not exceed. NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** @param digits after the point */
export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
