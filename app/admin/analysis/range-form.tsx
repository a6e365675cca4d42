import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { comparisons } from "../../../contract/analysis/values.ts";
import { useWriters } from "../kit/format.ts";
import { analysisSearch, presets, type AnalysisQuery } from "./analysis-query.ts";
import type { BadRange } from "./view.ts";

/** The days shown and the days they are compared with: links and a plain form; the address is the whole state. */
export function RangeForm({
  query,
  today,
  bad,
}: {
  query: AnalysisQuery;
  today: string;
  bad: BadRange | null;
}) {
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
        <DayField name="from" label={t("admin.list.from")} value={query.from} max={today} error={bad?.from} />
        <DayField name="to" label={t("admin.list.to")} value={query.to} max={today} error={bad?.to} />
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

type DayFieldProps = {
  name: "from" | "to";
  label: string;
  value: string;
  max: string;
  error: string | null | undefined;
};

function DayField({ name, label, value, max, error }: DayFieldProps) {
  // A date field would drop an invalid date: this shows it as it was typed.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(value);
  return (
    <div className="z-filter">
      <label htmlFor={`day-${name}`}>{label}</label>
      <input
        id={`day-${name}`}
        className="z-control"
        type={isDate ? "date" : "text"}
        name={name}
        defaultValue={value}
        max={max}
        maxLength={40}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `bad-${name}` : undefined}
      />
      {error ? (
        <span id={`bad-${name}`} className="z-error">
          {error}
        </span>
      ) : null}
    </div>
  );
}
