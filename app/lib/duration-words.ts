/** The duration of VIP, as in the contract. */
import { numberFormat } from "./formats.ts";
type Duration = { unit: "day" | "month"; count: number };

const monthsAYear = 12;

/** @returns `3 months`, `1 year`, `30 days`, in a language */
export function writeDuration({ unit, count }: Duration, locale: string): string {
  const years = unit === "month" && count % monthsAYear === 0;
  return numberFormat(locale, {
    style: "unit",
    unit: years ? "year" : unit,
    unitDisplay: "long",
  }).format(years ? count / monthsAYear : count);
}
