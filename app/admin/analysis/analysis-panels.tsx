import { Link } from "@remix-run/react";
import { ChartLine, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { BarTable, CsvLink } from "./bar-table.tsx";
import { ChartFigure } from "./chart-figure.tsx";
import type { AnalysisView, RetentionView, RevenueView, Tile } from "./view.ts";

/** The figures of a range of days. */
export function AnalysisPanels({
  view,
  retention,
  revenue,
}: {
  view: AnalysisView;
  retention: RetentionView | null;
  /** Null without the permission to see sales. */
  revenue: RevenueView | null;
}) {
  const { t } = useTranslation();
  const { tiles, legend, charts, empty, quality } = view;
  return (
    <div className="z-stack">
      <Tiles tiles={tiles} />
      {empty ? (
        <div className="z-panel grid justify-items-center gap-1 py-10 text-center text-ink-faint">
          <ChartLine aria-hidden="true" className="size-8" strokeWidth={1.5} />
          <p className="z-strong text-ink">{t("admin.analysis.emptyTitle")}</p>
          <p className="z-faint">{t("admin.analysis.emptyText")}</p>
        </div>
      ) : (
        <section className="z-panel" aria-labelledby="days">
          <header className="z-panel-head">
            <h2 id="days">{t("admin.analysis.byDay")}</h2>
            <CsvLink to={view.csv} of={t("admin.analysis.byDay")} />
          </header>
          <Legend {...legend} />
          {view.weekly ? <p className="z-faint">{t("admin.analysis.weekly")}</p> : null}
          <div className="z-charts">
            {charts.map((chart) => (
              <ChartFigure key={chart.id} chart={chart} />
            ))}
          </div>
        </section>
      )}
      {retention ? <RetentionPanel retention={retention} /> : null}
      <div className="z-pair">
        <BarTable bars={view.titles} />
        <BarTable bars={view.funnel} />
      </div>
      {revenue ? <RevenuePanel revenue={revenue} /> : null}
      {quality ? (
        <section className="z-panel" aria-labelledby="quality">
          <header className="z-panel-head">
            <h2 id="quality">{t("admin.analysis.quality.title")}</h2>
          </header>
          <Tiles tiles={quality.tiles} plain />
          <div className="z-charts mt-5">
            <ChartFigure chart={quality.chart} />
            <BarTable bars={quality.errors} />
          </div>
        </section>
      ) : null}
      <div className="z-three">
        {view.splits.map((bars) => (
          <BarTable key={bars.id} bars={bars} />
        ))}
      </div>
      <Definitions />
      <p className="z-faint">{view.at ?? t("admin.analysis.never")}</p>
    </div>
  );
}

function Legend({ now, before }: AnalysisView["legend"]) {
  return (
    <ul className="z-legend mb-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
      <li data-line="now">{now}</li>
      {before ? <li data-line="before">{before}</li> : null}
    </ul>
  );
}

/** How far plays of one movie went. */
function RetentionPanel({ retention }: { retention: RetentionView }) {
  const { t } = useTranslation();
  const { title, episodes, chart, csv, close } = retention;
  return (
    <section className="z-panel" aria-labelledby="retention">
      <header className="z-panel-head">
        <h2 id="retention" dir="auto">
          {t("admin.analysis.retention.title", { title })}
        </h2>
        <CsvLink to={chart ? csv : null} of={title} />
        <Link to={close} preventScrollReset className="z-icon-button" aria-label={t("admin.list.close")}>
          <X aria-hidden="true" className="size-4.5" />
        </Link>
      </header>
      {episodes.length > 0 ? (
        <ul className="z-episodes">
          {episodes.map(({ index, name, to, here }) => (
            <li key={index}>
              <Link to={to} preventScrollReset aria-current={here ? "true" : undefined} dir="auto">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {chart ? (
        <ChartFigure chart={chart} />
      ) : (
        <p className="z-faint">{t("admin.analysis.retention.none")}</p>
      )}
    </section>
  );
}

/** Each figure by the name it has on the screen. */
const defined = [
  ["plays", "admin.analysis.chart.plays"],
  ["watchTime", "admin.analysis.chart.watchTime"],
  ["active", "admin.analysis.chart.active"],
  ["signUps", "admin.analysis.figure.signUps"],
  ["funnel", "admin.analysis.funnel.title"],
  ["retention", "admin.analysis.chart.retention"],
  ["revenue", "admin.analysis.revenue.title"],
  ["start", "admin.analysis.chart.start"],
  ["stalled", "admin.analysis.quality.stalled"],
  ["failed", "admin.analysis.quality.failed"],
  ["splits", "admin.analysis.split.language"],
  ["sources", "admin.analysis.split.source"],
  ["compared", "admin.analysis.against.label"],
] as const;

/** Definitions of the figures. */
function Definitions() {
  const { t } = useTranslation();
  return (
    <details className="z-panel z-more z-definitions">
      <summary>{t("admin.analysis.definitions")}</summary>
      <dl className="mt-3 grid max-w-184 gap-3 text-sm/normal">
        {defined.map(([name, called]) => (
          <div key={name}>
            <dt className="font-semibold">
              {t(called)}
              {name === "splits" ? ` · ${t("admin.analysis.split.device")}` : null}
            </dt>
            <dd className="text-ink-soft">{t(`admin.analysis.definition.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Income by currency, and VIP memberships that start and end. */
function RevenuePanel({ revenue: { tiles, charts, methods } }: { revenue: RevenueView }) {
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

/** Figures in a row, each with its earlier value. */
function Tiles({ tiles, plain = false }: { tiles: Tile[]; plain?: boolean }) {
  return (
    <dl className={plain ? "z-tiles z-tiles-plain" : "z-tiles"}>
      {tiles.map(({ name, value, note }) => (
        <div key={name} className="z-tile">
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note ? <dd className="text-xs! font-normal! tracking-normal! text-ink-faint!">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
