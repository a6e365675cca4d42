import type { AnalysisPoint, OutputOf } from "../../../contract/index.ts";
import { drawCurve } from "./draw.server.ts";
import type { Presenter } from "./presenter.server.ts";
import type { Chart } from "./view.ts";

type Days = OutputOf<"z/analysis/days">;
type Kind = "plays" | "watchTime" | "active" | "start";

type Drawn = {
  unit: string;
  value: (point: AnalysisPoint) => number | null;
  /** On the axis and in the table. */
  axis: (value: number) => string;
  cell: (value: number) => string;
};

const hourS = 3_600;

/** A curve over the days of a range, with its table. */
export function curveOf(kind: Kind, days: Days, presenter: Presenter): Chart {
  const { t } = presenter;
  const drawn = drawnAs(kind, days, presenter);
  const title = t(`admin.analysis.chart.${kind}`);
  const values = days.points.map(drawn.value);
  const before = days.pointsBefore?.map(drawn.value) ?? null;
  const known = values.filter((value) => value !== null);
  const cell = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : drawn.cell(value);
  const step = t(days.step === "week" ? "admin.analysis.week" : "admin.analysis.day");
  return {
    id: kind,
    title,
    unit: drawn.unit,
    summary: t("admin.analysis.summary", {
      title,
      unit: drawn.unit,
      range: presenter.range(days.range),
      low: cell(known.length > 0 ? Math.min(...known) : null),
      high: cell(known.length > 0 ? Math.max(...known) : null),
    }),
    ...drawCurve({
      values,
      before,
      open: days.open,
      labelOf: drawn.axis,
      xLabels: days.points.map(({ from }) => presenter.day(from)),
    }),
    columns: [step, title, ...(before ? [t("admin.analysis.before")] : [])],
    rows: days.points.map(({ from }, n) => [
      presenter.fullDay(from),
      cell(values[n]),
      ...(before ? [cell(before[n])] : []),
    ]),
  };
}

function drawnAs(kind: Kind, days: Days, presenter: Presenter): Drawn {
  const { t } = presenter;
  const counted = { axis: presenter.short, cell: presenter.number };
  if (kind === "plays" || kind === "active")
    return { unit: t("admin.analysis.axis.count"), value: (point) => point[kind], ...counted };
  if (kind === "start") {
    const value = ({ startP75 }: AnalysisPoint) => (startP75 === null ? null : startP75 / 1000);
    return { unit: t("admin.analysis.axis.seconds"), value, ...counted };
  }
  // Uses minutes while the values are small: an axis of tenths of hours reads badly.
  const all = [...days.points, ...(days.pointsBefore ?? [])];
  const hours = Math.max(...all.map(({ watchedS }) => watchedS)) >= 2 * hourS;
  const unit = t(hours ? "admin.analysis.axis.hours" : "admin.analysis.axis.minutes");
  return { unit, value: ({ watchedS }) => watchedS / (hours ? hourS : 60), ...counted };
}

type Retention = OutputOf<"z/analysis/retention">;

/** How many plays have shown each part of an episode. */
export function retentionCurve(found: Retention, presenter: Presenter): Chart | null {
  if (found.plays === 0) return null;
  const { t } = presenter;
  const shares = found.parts.map((shown) => shown / found.plays);
  const place = (share: number) =>
    found.durationS === null ? presenter.percent(share) : presenter.place(share * found.durationS);
  const title = t("admin.analysis.chart.retention");
  const unit = t("admin.analysis.axis.share");
  return {
    id: "retention",
    title,
    unit,
    summary: t("admin.analysis.retention.summary", {
      number: presenter.whole(found.plays),
      half: presenter.percent(shares[Math.floor(shares.length / 2)]!),
      end: presenter.percent(shares.at(-1)!),
    }),
    ...drawCurve({
      values: shares,
      before: null,
      most: 1,
      labelOf: presenter.percent,
      xLabels: ["0", "1", "2", "3", "4"],
    }),
    xTicks: [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: share * 100, label: place(share) })),
    columns: [t("admin.analysis.retention.part"), t("admin.analysis.retention.shown"), unit],
    rows: shares.map((share, part) => [
      place(part / shares.length),
      presenter.whole(found.parts[part]!),
      presenter.percent(share),
    ]),
  };
}
