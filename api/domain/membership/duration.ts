import type { Duration } from "../../../contract/index.ts";

const dayMs = 86_400_000;

/**
 * When a duration that begins then is over. Months are the calendar's (UTC): a month from the 31st of January ends on the
 * last day of February, at the same time of day.
 */
export function endOf(from: Date, { unit, count }: Duration): Date {
  if (unit === "day") return new Date(from.getTime() + count * dayMs);
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + count, 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return end;
}
