/** The days that a range is compared with: none, those just before, or the same weekdays a year (52 weeks) before. */
export const comparisons = ["none", "previous", "year"] as const;
export type Comparison = (typeof comparisons)[number];
