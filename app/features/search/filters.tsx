import { Link } from "@remix-run/react";
import { SlidersHorizontal, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { years } from "../../../contract/catalogue/values.ts";
import type { Genre } from "../../../contract/index.ts";
import { filterCount, searchUrl, type Query } from "./query.ts";

export type Choices = { genres: Genre[]; decades: number[] };

/** Filters and order of the search: part of the search form, folded until needed. */
export function Filters({ query, choices }: { query: Query; choices: Choices }) {
  const { t } = useTranslation();
  const count = filterCount(query);
  const decades = choices.decades.map((year) => ({
    value: String(year),
    label: t("search.decadeOf", { year }),
  }));
  return (
    <details className="filters">
      <summary className="filters-summary">
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        {t("search.filters")}
        {count > 0 ? <span className="filters-count">{count}</span> : null}
      </summary>
      <div className="filters-panel">
        <Chips
          name="sort"
          legend={t("search.sort")}
          value={query.sort}
          any={t("search.relevance")}
          options={[
            { value: "popular", label: t("search.popular") },
            { value: "new", label: t("search.new") },
          ]}
        />
        <Chips
          name="kind"
          legend={t("search.kind")}
          value={query.kind}
          any={t("search.any")}
          options={[
            { value: "film", label: t("search.film") },
            { value: "series", label: t("search.series") },
          ]}
        />
        <Chips
          name="access"
          legend={t("search.access")}
          value={query.access}
          any={t("search.any")}
          options={[
            { value: "free", label: t("search.free") },
            { value: "signed-in", label: t("search.account") },
            { value: "vip", label: t("movie.vip") },
          ]}
        />
        <Chips
          name="genre"
          legend={t("search.genre")}
          value={query.genre}
          any={t("search.any")}
          options={choices.genres.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Chips
          name="decade"
          legend={t("search.decade")}
          value={query.decade === undefined ? undefined : String(query.decade)}
          any={t("search.any")}
          options={decades}
        />
        <YearField value={query.year} />
        <div className="flex flex-wrap gap-2.5">
          <button type="submit" className="button button-primary">
            {t("search.apply")}
          </button>
          {count > 0 ? (
            <Link to={searchUrl({ q: query.q })} className="button button-quiet">
              {t("search.reset")}
            </Link>
          ) : null}
        </div>
      </div>
    </details>
  );
}

type ChipsProps = {
  name: string;
  legend: string;
  value: string | undefined;
  /** Label of the choice that sets no filter in this field. */
  any: string;
  options: { value: string; label: string }[];
};

function Chips({ name, legend, value = "", any, options }: ChipsProps) {
  const [chosen, setChosen] = useState(value);
  useEffect(() => setChosen(value), [value]);
  return (
    <fieldset>
      <legend className="filters-legend">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {[{ value: "", label: any }, ...options].map((option) => (
          <label key={option.value} className="chip">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={chosen === option.value}
              onChange={() => setChosen(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function YearField({ value }: { value: number | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="filters-legend">
        {t("search.year")}
      </label>
      <input
        id={id}
        name="year"
        type="number"
        inputMode="numeric"
        min={years.first}
        max={years.last}
        defaultValue={value}
        className="field max-w-32"
      />
    </div>
  );
}

/** The active filters, each a link to the same search without it. */
export function ActiveFilters({ query, choices }: { query: Query; choices: Choices }) {
  const { t } = useTranslation();
  const { genre, year, decade, kind, access } = query;
  const levels = { free: t("search.free"), "signed-in": t("search.account"), vip: t("movie.vip") };
  const names: [keyof Query, string | undefined][] = [
    ["kind", kind && t(`search.${kind}`)],
    ["access", access && levels[access]],
    ["genre", genre && (choices.genres.find(({ id }) => id === genre)?.name ?? genre)],
    ["decade", decade === undefined ? undefined : t("search.decadeOf", { year: decade })],
    ["year", year === undefined ? undefined : String(year)],
  ];
  const active = names.filter((one): one is [keyof Query, string] => one[1] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t("search.filters")}>
      {active.map(([field, name]) => (
        <li key={field}>
          <Link
            to={searchUrl({ ...query, [field]: undefined, cursor: undefined })}
            className="chip chip-on"
            aria-label={t("search.without", { name })}
          >
            {name}
            <X aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
