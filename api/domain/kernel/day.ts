/** Days of the analysis are UTC days, written as `YYYY-MM-DD`, whose text order is their order in time. */

export const dayMs = 86_400_000;

/** @returns the UTC day of a moment */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** @returns the day that many days later; earlier for a negative number */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));
}

/** @returns number of days from the first to the last, both included; 0 or less if they are in the wrong order */
export function spanOf({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;
}

/** @returns every day from the first to the last, both included */
export function daysOf({ from, to }: { from: string; to: string }): string[] {
  return Array.from({ length: Math.max(0, spanOf({ from, to })) }, (_, n) => addDays(from, n));
}
