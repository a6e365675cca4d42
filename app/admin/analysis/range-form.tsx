import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { comparisons } from "../../../contract/analysis/values.ts";
import { TypedFilter } from "../kit/filter-bar.tsx";
import { useWriters } from "../kit/format.ts";
import { analysisSearch, presets, type AnalysisQuery } from "./analysis-query.ts";

/** The days shown and the days they are compared with: links and a plain form; the address is the whole state. */
export function RangeForm({ query, today }: { query: AnalysisQuery; today: string }) {
  const { t } = useTranslation();
  const write = useWriters();
  return (
    <div className="z-range">
      <nav aria-label={t("admin.analysis.ranges")} className="z-presets">
        {presets.map((days) => (
          <Link
            key={days}
            to={analysisSearch(query, { days }) || "?"}
            preventScrollReset
            aria-current={query.days === days ? "true" : undefined}
          >
            {write.days(days)}
          </Link>
        ))}
      </nav>
      <Form
        method="get"
        className="z-filters"
        key={analysisSearch(query)}
        role="search"
        aria-label={t("admin.analysis.ranges")}
      >
        {query.title ? <input type="hidden" name="title" value={query.title} /> : null}
        {query.title && query.episode > 1 ? (
          <input type="hidden" name="episode" value={query.episode} />
        ) : null}
        <TypedFilter name="from" value={query.from} type="date" max={today} />
        <TypedFilter name="to" value={query.to} type="date" max={today} />
        <label className="z-filter">
          {t("admin.analysis.against.label")}
          <select className="z-control" name="compare" defaultValue={query.compare}>
            {comparisons.map((value) => (
              <option key={value} value={value}>
                {t(`admin.analysis.against.${value}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="z-button">
          {t("admin.analysis.show")}
        </button>
      </Form>
    </div>
  );
}
