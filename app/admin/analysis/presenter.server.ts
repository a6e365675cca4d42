import type { TFunction } from "i18next";
import type { AnalysisTotals } from "../../../contract/index.ts";
import { writers } from "../kit/format.ts";
import { dateFormat, numberFormat } from "../../lib/formats.ts";

/** Formats the figures of the analysis in the reader's language. */
export function createPresenter({ t, locale, zone }: { t: TFunction; locale: string; zone: string }) {
  const number = numberFormat(locale, { maximumFractionDigits: 1 });
  const whole = numberFormat(locale, { maximumFractionDigits: 0 });
  const short = numberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const percent = numberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const change = numberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  const dayMonth = dateFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const full = dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  return {
    t,
    locale,
    zone,
    number: (value: number) => number.format(value),
    whole: (value: number) => whole.format(value),
    /** For axes: shortens large numbers. */
    short: (value: number) => (Math.abs(value) < 10_000 ? number : short).format(value),
    percent: (share: number) => percent.format(share),
    /** @param ms milliseconds, shown as seconds */
    seconds: (ms: number | null) => (ms === null ? "–" : writers(locale).seconds(ms / 1000)),
    /** @param s seconds, shown as hours and minutes */
    span: (s: number) => writers(locale).span(s),
    /** A position in a video. @param s seconds */
    place: (s: number) => writers(locale).place(s),
    day: (day: string) => dayMonth.format(at(day)),
    fullDay: (day: string) => full.format(at(day)),
    range: ({ from, to }: { from: string; to: string }) => full.formatRange(at(from), at(to)),
    time: (iso: string) => writers(locale, zone).at(iso),
    /** @returns the change against the earlier value in per cent; null without a value to compare with */
    change(now: number | null, before: number | null | undefined): string | null {
      if (now === null || before === null || before === undefined || before === 0) return null;
      return change.format(now / before - 1);
    },
  };
}

export type Presenter = ReturnType<typeof createPresenter>;

/** How a figure compares with its earlier value; null without a comparison. */
export function noteOf(
  compared: { now: AnalysisTotals; before: AnalysisTotals } | null,
  figure: (sums: AnalysisTotals) => number | null,
  presenter: Presenter,
): string | null {
  if (compared === null) return null;
  const change = presenter.change(figure(compared.now), figure(compared.before));
  return change === null
    ? presenter.t("admin.analysis.noBefore")
    : presenter.t("admin.analysis.change", { change });
}
