import type { OutputOf } from "../../../contract/index.ts";
import { faultKinds } from "../../../contract/playback/playback.ts";
import { curveOf } from "./curves.server.ts";
import { noteOf, type Say } from "./say.server.ts";
import type { AnalysisView, Bars, Tile } from "./view.ts";

type Days = OutputOf<"z/analysis/days">;

/** How well videos played, of plays whose player reports it. */
export function qualityOf(days: Days, say: Say): NonNullable<AnalysisView["quality"]> {
  return { tiles: tilesOf(days, say), chart: curveOf("start", days, say), errors: errorsOf(days, say) };
}

function tilesOf({ totals, compared }: Days, say: Say): Tile[] {
  const { t } = say;
  const start = (name: "startP50" | "startP75" | "startP95"): Tile => ({
    name: t(`admin.analysis.quality.${name}`),
    value: say.seconds(totals[name]),
    note: noteOf(compared, (sums) => sums[name], say),
  });
  const share = (name: "stalled" | "failed"): Tile => {
    const of = (sums: Days["totals"]) => (sums.measured > 0 ? sums[name] / sums.measured : 0);
    return {
      name: t(`admin.analysis.quality.${name}`),
      value: say.percent(of(totals)),
      note: noteOf(compared, of, say),
    };
  };
  const still = ({ stalledMs, measuredS }: Days["totals"]) =>
    measuredS > 0 ? (stalledMs / measuredS) * 3_600 : 0;
  const stillNote = noteOf(compared, still, say);
  return [
    start("startP50"),
    start("startP75"),
    start("startP95"),
    share("stalled"),
    { name: t("admin.analysis.quality.still"), value: say.seconds(still(totals)), note: stillNote },
    share("failed"),
  ];
}

function errorsOf({ totals, compared }: Days, say: Say): Bars {
  const { t } = say;
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
      value: say.whole(times),
      share: times / counts[0]!.times,
      change: compared && say.change(compared.now.errors[kind] ?? 0, compared.before.errors[kind]),
    })),
    none: t("admin.analysis.errors.none"),
    csv: null,
  };
}
