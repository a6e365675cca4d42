import { useTranslation } from "react-i18next";
import type { Chart } from "./view.ts";

/**
 * A curve with its title, unit and axes, and the table behind it. CSS stretches the field; the labels around it are
 * text, so that they keep their size on every screen. Time runs from left to right in every language, as on the
 * player's bar (docs/decisions/026).
 */
export function ChartFigure({ chart }: { chart: Chart }) {
  const { id, title, unit } = chart;
  return (
    <figure className="z-chart min-w-0" aria-labelledby={`chart-${id}`}>
      <figcaption className="mb-3 flex flex-wrap items-baseline gap-x-2.5">
        <span id={`chart-${id}`} className="z-chart-title">
          {title}
        </span>
        <span className="z-faint">{unit}</span>
      </figcaption>
      <Plot chart={chart} />
      <ChartTable chart={chart} />
    </figure>
  );
}

function Plot({ chart }: { chart: Chart }) {
  const { summary, line, area, lineOpen, lineBefore, xTicks, yTicks, yWidth } = chart;
  return (
    <div role="img" aria-label={summary} dir="ltr" className="z-plot">
      <div className="z-plot-y" style={{ width: `${yWidth}ch` }}>
        {yTicks.map(({ at, label }) => (
          <span key={at} dir="auto" style={{ top: `${at}%` }}>
            {label}
          </span>
        ))}
      </div>
      <svg aria-hidden="true" viewBox="0 0 1000 300" preserveAspectRatio="none" focusable="false">
        {yTicks.map(({ at }) => (
          <line key={at} x1="0" x2="1000" y1={at * 3} y2={at * 3} className="z-plot-grid" />
        ))}
        <path d={area} className="z-plot-area" />
        {lineBefore ? <path d={lineBefore} className="z-plot-before" /> : null}
        {lineOpen ? <path d={lineOpen} className="z-plot-open" /> : null}
        <path d={line} className="z-plot-line" />
      </svg>
      <div className="z-plot-x">
        {xTicks.map(({ at, label }) => (
          <span
            key={at}
            dir="auto"
            style={{ left: `${at}%` }}
            data-end={at === 0 ? "first" : at > 92 ? "last" : undefined}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

function ChartTable({ chart: { id, columns, rows } }: { chart: Chart }) {
  const { t } = useTranslation();
  return (
    <details className="z-more">
      <summary>{t("admin.analysis.table")}</summary>
      <div className="z-chart-table" tabIndex={0} role="group" aria-labelledby={`chart-${id}`}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((cell, n) => (
                  <td key={n}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
