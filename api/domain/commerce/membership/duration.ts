import type { Duration } from "../../../../contract/index.ts";

const dayMs = 86_400_000;

/**
 * End of a duration. Months are calendar months (UTC): a month from the 31st of January ends on the last day of
 * February, at the same time of day.
 * @param anchorDay day of the month on which the first month began: a membership that began on the 31st and now ends
 *   on the last of February continues to the 31st of March, as a provider with monthly charges counts too
 */
export function endOf(from: Date, { unit, count }: Duration, anchorDay = 0): Date {
  if (unit === "day") return new Date(from.getTime() + count * dayMs);
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + count, 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  const isLast = new Date(from.getTime() + dayMs).getUTCDate() === 1;
  const day = isLast ? Math.max(anchorDay, from.getUTCDate()) : from.getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}
