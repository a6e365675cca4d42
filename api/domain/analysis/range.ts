import type { Comparison } from "../../../contract/analysis/values.ts";
import { invalidField } from "../kernel/failure.ts";
import { addDays, dayOf, spanOf } from "../kernel/day.ts";

/** Most days of one range: a leap year. */
export const mostDays = 366;
/** Ranges longer than this are drawn by weeks. */
const daysOfDays = 92;
/** 52 weeks: the same weekdays. */
const yearDays = 364;

export type Span = { from: string; to: string };

/**
 * @throws Failure invalid, for `to`: after today · for `from`: after `to` (too_big), or more than 366 days before it
 *   (too_small)
 */
export function checkRange({ from, to }: Span, now: Date): Span {
  if (to > dayOf(now)) throw invalidField("to", "too_big");
  const span = spanOf({ from, to });
  if (span < 1) throw invalidField("from", "too_big");
  if (span > mostDays) throw invalidField("from", "too_small");
  return { from, to };
}

/** @returns the completed days of a range; if the range is today alone, today */
export function closedPart({ from, to }: Span, now: Date): Span {
  return to === dayOf(now) && from < to ? { from, to: addDays(to, -1) } : { from, to };
}

/** @returns the range to compare with; null for none */
export function daysBefore({ from, to }: Span, compare: Comparison): Span | null {
  if (compare === "none") return null;
  const by = compare === "year" ? yearDays : spanOf({ from, to });
  return { from: addDays(from, -by), to: addDays(to, -by) };
}

/** @returns whether a range is drawn by days or by weeks */
export function stepOf(span: Span): "day" | "week" {
  return spanOf(span) > daysOfDays ? "week" : "day";
}

/** The range in steps of one day or one week from its beginning; the last week may be shorter. */
export function stepsOf(span: Span): Span[] {
  const length = stepOf(span) === "week" ? 7 : 1;
  const count = Math.ceil(spanOf(span) / length);
  return Array.from({ length: count }, (_, n) => {
    const from = addDays(span.from, n * length);
    const last = addDays(from, length - 1);
    return { from, to: last < span.to ? last : span.to };
  });
}

/** @returns the first days of the whole months within a range, and the remaining days as ranges */
export function monthsWithin({ from, to }: Span): { months: string[]; rest: Span[] } {
  const months: string[] = [];
  let month = from.endsWith("-01") ? from : nextMonth(from);
  const first = month;
  while (addDays(nextMonth(month), -1) <= to) {
    months.push(month);
    month = nextMonth(month);
  }
  if (months.length === 0) return { months, rest: [{ from, to }] };
  const rest = [
    { from, to: addDays(first, -1) },
    { from: month, to },
  ];
  return { months, rest: rest.filter((span) => spanOf(span) > 0) };
}

function nextMonth(day: string): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return dayOf(new Date(Date.UTC(year, month, 1)));
}
