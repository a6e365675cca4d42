import { numberFormat } from "./formats.ts";

/** The duration of VIP, as in the contract. */
type Duration = { unit: "day" | "month"; count: number };

const monthsAYear = 12;
/** Ten hours: minutes say nothing beside so many. */
const longLengthS = 36_000;

/** @returns `3 months`, `1 year`, `30 days`, in a language */
export function writeDuration({ unit, count }: Duration, locale: string): string {
  const years = unit === "month" && count % monthsAYear === 0;
  return numberFormat(locale, {
    style: "unit",
    unit: years ? "year" : unit,
    unitDisplay: "long",
  }).format(years ? count / monthsAYear : count);
}

/** How long a video is, or was watched. @returns `48 sec`, `12 min`, `1 hr 30 min`, `12 hr`, in a language */
export function writeLength(seconds: number, locale: string): string {
  const write = (value: number, unit: string) =>
    numberFormat(locale, { style: "unit", unit, maximumFractionDigits: 0 }).format(value);
  if (Math.round(seconds) < 60) return write(seconds, "second");
  if (seconds >= longLengthS) return write(seconds / 3600, "hour");
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? write(minutes, "minute") : `${write(hours, "hour")} ${write(minutes % 60, "minute")}`;
}
