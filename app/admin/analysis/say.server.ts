import type { TFunction } from "i18next";
import type { AnalysisTotals } from "../../../contract/index.ts";
import { writers } from "../kit/format.ts";

/** The figures of the analysis as the reader's language writes them. */
export function createSay({ t, locale }: { t: TFunction; locale: string }) {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const short = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const change = new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  const seconds = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "second",
    unitDisplay: "narrow",
    maximumFractionDigits: 1,
  });
  const hours = new Intl.NumberFormat(locale, { style: "unit", unit: "hour", maximumFractionDigits: 0 });
  const dayMonth = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  return {
    t,
    locale,
    number: (value: number) => number.format(value),
    whole: (value: number) => whole.format(value),
    /** Of axes: large numbers by their size. */
    short: (value: number) => (Math.abs(value) < 10_000 ? number : short).format(value),
    percent: (share: number) => percent.format(share),
    /** @param ms milliseconds, shown as seconds */
    seconds: (ms: number | null) => (ms === null ? "–" : seconds.format(ms / 1000)),
    /** @param s seconds, shown as hours and minutes; of many hours the minutes are no matter */
    span: (s: number) => (s < 36_000 ? writers(locale).span(s) : hours.format(s / 3_600)),
    day: (day: string) => dayMonth.format(at(day)),
    fullDay: (day: string) => full.format(at(day)),
    range: ({ from, to }: { from: string; to: string }) => full.formatRange(at(from), at(to)),
    time: (iso: string) => writers(locale).at(iso),
    /** @returns how much more or less than before, in per cent; null where there is nothing to hold it against */
    change(now: number | null, before: number | null | undefined): string | null {
      if (now === null || before === null || before === undefined || before === 0) return null;
      return change.format(now / before - 1);
    },
  };
}

export type Say = ReturnType<typeof createSay>;

/** How a figure stands to what it was before; null where nothing is held against it. */
export function noteOf(
  compared: { now: AnalysisTotals; before: AnalysisTotals } | null,
  figure: (sums: AnalysisTotals) => number | null,
  say: Say,
): string | null {
  if (compared === null) return null;
  const change = say.change(figure(compared.now), figure(compared.before));
  return change === null ? say.t("admin.analysis.noBefore") : say.t("admin.analysis.change", { change });
}
