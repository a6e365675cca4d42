import { dateFormat } from "../../lib/formats.ts";

/** Entries of one day, in the order they came. `day` is `YYYY-MM-DD` in the reader's time zone. */
export type Day<T> = { day: string; items: T[] };

const dayMs = 86_400_000;

/** Groups entries, latest first, by the day their time falls on in a time zone (IANA name). */
export function byDay<T extends { updatedAt: string }>(items: T[], timeZone: string): Day<T>[] {
  const days: Day<T>[] = [];
  const format = dayFormat(timeZone);
  for (const item of items) {
    const day = dayIn(format, new Date(item.updatedAt));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

/** @returns `YYYY-MM-DD`, the calendar day of a time in a time zone */
export function dayOf(time: Date, timeZone: string): string {
  return dayIn(dayFormat(timeZone), time);
}

/** Making one costs as much as a hundred uses. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}

function dayIn(format: Intl.DateTimeFormat, time: Date): string {
  const parts = format.formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** A day in words: today, yesterday, else its date, with the year if that is another one. */
export function nameOfDay(day: string, today: string, locale: string): string {
  const ago = Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
  if (ago === 0 || ago === 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-ago, "day");
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  return dateFormat(locale, {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(Date.parse(day));
}
