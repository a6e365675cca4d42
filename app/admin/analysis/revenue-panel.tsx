import { useTranslation } from "react-i18next";
import { BarTable } from "./bar-table.tsx";
import { ChartFigure } from "./chart-figure.tsx";
import { Tiles } from "./tiles.tsx";
import type { RevenueView } from "./view.ts";

/** Income by currency, and VIP memberships that start and end. */
export function RevenuePanel({ revenue: { tiles, charts, methods } }: { revenue: RevenueView }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="revenue">
      <header className="z-panel-head">
        <h2 id="revenue">{t("admin.analysis.revenue.title")}</h2>
      </header>
      <Tiles tiles={tiles} plain />
      <div className="z-charts mt-5">
        {charts.map((chart) => (
          <ChartFigure key={chart.id} chart={chart} />
        ))}
        <BarTable bars={methods} />
      </div>
    </section>
  );
}
