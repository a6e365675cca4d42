import { Link } from "@remix-run/react";
import { SlidersHorizontal, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { needsVip, years, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { Genre } from "../../../contract/index.ts";
import { numberFormat } from "../../lib/formats.ts";
import { useOfferedLevels, useTierName } from "../../ui/access-badge.tsx";
import { useFieldError } from "../../ui/checked-form.tsx";
import { describedControl, FieldError } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { filterCount, searchUrl, type Query } from "./query.ts";

export type Choices = { genres: Genre[]; decades: number[] };

type FiltersProps = {
  query: Query;
  choices: Choices;
  /** How many movies the search has found; null while that is not known. */
  found: { count: number; more: boolean } | null;
};

/** Pages narrower than this, in pixels, have no room for the filters beside the results. */
const sheetBelow = 600;

/**
 * Filters and order of the search: part of the search form, folded until needed. With scripts they are a sheet at the
 * lower end of a narrow page, over the results, which follow each choice.
 */
export function Filters({ query, choices, found }: FiltersProps) {
  const { t, i18n } = useTranslation();
  const fold = useRef<HTMLDetailsElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const scripted = useHydrated();
  const placeSheet = () => {
    const dialog = panel.current;
    if (!fold.current?.open || !dialog || dialog.open || isWide(dialog)) return;
    dialog.showModal();
    holdPage(true);
  };
  // Before the scripts came it may have been unfolded.
  useEffect(() => {
    placeSheet();
    return () => holdPage(false);
  }, []);
  const close = () => {
    panel.current?.close();
    fold.current!.open = false;
  };
  const count = filterCount(query);
  return (
    <details ref={fold} className="filters" onToggle={placeSheet}>
      <summary className="filters-summary">
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        {t("search.filters")}
        {count > 0 ? <span className="filters-count">{count}</span> : null}
      </summary>
      <dialog
        ref={panel}
        className="filters-panel"
        aria-label={t("search.filters")}
        // A dialog that is not open is laid out as part of the page (search.css).
        onClose={() => {
          fold.current!.open = false;
          holdPage(false);
        }}
        // The dimmed page around the sheet is the dialog itself.
        onClick={({ target }) => target === panel.current && panel.current.open && close()}
      >
        <h2 className="filters-title">{t("search.filters")}</h2>
        <FilterChoices query={query} choices={choices} />
        <div className="filters-end">
          <button
            type="submit"
            className="button button-primary"
            // A refused year stays in sight.
            onClick={({ currentTarget }) => currentTarget.form?.querySelector("input:invalid") ?? close()}
          >
            {scripted && found
              ? t("search.show", {
                  count: found.count,
                  shown: numberFormat(i18n.language).format(found.count) + (found.more ? "+" : ""),
                })
              : t("search.apply")}
          </button>
          {count > 0 ? (
            <Link to={searchUrl({ q: query.q })} className="button button-quiet">
              {t("search.reset")}
            </Link>
          ) : null}
        </div>
      </dialog>
    </details>
  );
}

const isWide = (dialog: Element) => dialog.closest(".page")!.clientWidth >= sheetBelow;

/** Keeps the page below the sheet from scrolling, or lets it. */
function holdPage(still: boolean): void {
  document.documentElement.style.overflow = still ? "hidden" : "";
}

function FilterChoices({ query, choices }: { query: Query; choices: Choices }) {
  const { t } = useTranslation();
  const nameOf = useTierName();
  const tiers = useOfferedLevels(query.access);
  const decades = choices.decades.map((year) => ({
    value: String(year),
    label: t("search.decadeOf", { year }),
  }));
  return (
    <div className="filters-choices">
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
          ...tiers.map((level) => ({ value: level, label: nameOf(level) })),
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
    </div>
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
  const error = useFieldError("year", undefined);
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <div>
      <label htmlFor={id} className="filters-legend">
        {t("search.year")}
      </label>
      <input
        {...describedControl(id, { error })}
        name="year"
        type="number"
        inputMode="numeric"
        min={years.first}
        max={years.last}
        value={typed ?? ""}
        onChange={(event) => setTyped(Number(event.target.value) || undefined)}
        className="field max-w-32"
      />
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The active filters, each a link to the same search without it. */
export function ActiveFilters({ query, choices }: { query: Query; choices: Choices }) {
  const { t } = useTranslation();
  const { genre, year, decade, kind, access } = query;
  const tierOfLevel = useTierName();
  const nameOf = (level: AccessLevel) =>
    needsVip(level) ? tierOfLevel(level) : t(level === "free" ? "search.free" : "search.account");
  const names: [keyof Query, string | undefined][] = [
    ["kind", kind && t(`search.${kind}`)],
    ["access", access && nameOf(access)],
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
