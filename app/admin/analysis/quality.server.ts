import type { OutputOf } from "../../../contract/index.ts";
import { faultKinds } from "../../../contract/playback/values.ts";
import { curveOf } from "./curves.server.ts";
import { noteOf, type Presenter } from "./presenter.server.ts";
import type { AnalysisView, Bars, Tile } from "./view.ts";

type Days = OutputOf<"z/analysis/days">;

/** How well videos played, of plays whose player reports it. */
export function qualityOf(days: Days, presenter: Presenter): NonNullable<AnalysisView["quality"]> {
  return {
    tiles: tilesOf(days, presenter),
    chart: curveOf("start", days, presenter),
    errors: errorsOf(days, presenter),
  };
}

function tilesOf({ totals, compared }: Days, presenter: Presenter): Tile[] {
  const { t } = presenter;
  const start = (name: "startP50" | "startP75" | "startP95"): Tile => ({
    name: t(`admin.analysis.quality.${name}`),
    value: presenter.seconds(totals[name]),
    note: noteOf(compared, (sums) => sums[name], presenter),
  });
  const share = (name: "stalled" | "failed"): Tile => {
    const of = (sums: Days["totals"]) => (sums.measured > 0 ? sums[name] / sums.measured : 0);
    return {
      name: t(`admin.analysis.quality.${name}`),
      value: presenter.percent(of(totals)),
      note: noteOf(compared, of, presenter),
    };
  };
  const still = ({ stalledMs, measuredS }: Days["totals"]) =>
    measuredS > 0 ? (stalledMs / measuredS) * 3_600 : 0;
  const stillNote = noteOf(compared, still, presenter);
  return [
    start("startP50"),
    start("startP75"),
    start("startP95"),
    share("stalled"),
    { name: t("admin.analysis.quality.still"), value: presenter.seconds(still(totals)), note: stillNote },
    share("failed"),
  ];
}

function errorsOf({ totals, compared }: Days, presenter: Presenter): Bars {
  const { t } = presenter;
  const counts = faultKinds
    .map((kind) => ({ kind, times: totals.errors[kind] ?? 0 }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times);
  return {
    id: "errors",
    title: t("admin.analysis.errors.title"),
    columns: {
      name: t("admin.analysis.errors.kind"),
      value: t("admin.analysis.errors.times"),
      change: compared ? t("admin.analysis.changed") : null,
    },
    rows: counts.map(({ kind, times }) => ({
      key: kind,
      name: t(`admin.analysis.error.${kind}`),
      value: presenter.whole(times),
      share: times / counts[0]!.times,
      change: compared && presenter.change(compared.now.errors[kind] ?? 0, compared.before.errors[kind]),
    })),
    none: t("admin.analysis.errors.none"),
    csv: null,
  };
}
