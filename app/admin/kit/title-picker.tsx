import { Form, useFetcher } from "@remix-run/react";
import { Plus, Search } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { longestQuery } from "../../../contract/service/values.ts";
import type { MovieState } from "../../../contract/index.ts";
import { TextField } from "./forms/fields.tsx";

/** A title that a search found. */
export type Hit = { id: string; title: string; year: number; state: MovieState };

type Fields = Record<string, string | number>;

export type TitlePickerProps = {
  /** The page's own path. */
  path: string;
  /** What the address says besides the words of the search (`find`). */
  place: Fields;
  /** What the form that adds a title (`movie`, `intent` movie-add) says besides. */
  fields: Fields;
  /** The words of the search in the address, and what they found; null = nothing was searched. */
  words: string;
  hits: Hit[] | null;
  /** Ids of titles that are in the list already, and the words that say so. */
  picked: ReadonlySet<string>;
  has: string;
};

/** Milliseconds without a key before the server is asked. */
const calmMs = 200;

/** A search for titles, each with a button that adds it to a list. */
export function TitlePicker({ path, place, words, hits, ...list }: TitlePickerProps) {
  const { t } = useTranslation();
  // With scripts the hits follow the typing, and the address stays.
  const search = useFetcher<{ hits: Hit[] | null }>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const shown = search.data ? search.data.hits : hits;
  return (
    <div ref={box}>
      <search.Form
        method="get"
        action={`${path}#find`}
        role="search"
        aria-label={t("admin.row.find")}
        className="z-form"
        onChange={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search.submit(currentTarget), calmMs);
        }}
        onSubmit={() => clearTimeout(timer.current)}
      >
        <HiddenFields fields={place} />
        <TextField
          field={{ id: "find", name: "find", initialValue: words }}
          type="search"
          label={t("admin.row.find")}
          maxLength={longestQuery}
        >
          <button type="submit" className="z-button flex-none" aria-busy={search.state !== "idle"}>
            <Search aria-hidden="true" className="size-4" />
            {t("admin.list.search")}
          </button>
        </TextField>
      </search.Form>
      <p role="status" className={shown?.length === 0 ? "z-faint" : "sr-only"}>
        {shown === null
          ? ""
          : shown.length === 0
            ? t("admin.list.noMatch")
            : t("admin.row.found", { number: shown.length })}
      </p>
      <Hits hits={shown ?? []} box={box} {...list} />
    </div>
  );
}

function HiddenFields({ fields }: { fields: Fields }) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

function Hits({
  fields,
  hits,
  picked,
  has,
  box,
}: Pick<TitlePickerProps, "fields" | "picked" | "has"> & { hits: Hit[]; box: RefObject<HTMLDivElement> }) {
  const { t } = useTranslation();
  if (hits.length === 0) return null;
  return (
    <ul className="z-events" aria-label={t("admin.row.find")}>
      {hits.map(({ id, title, year, state }) => (
        <li key={id}>
          <span className="min-w-0 flex-1">
            <bdi className="z-strong">{title}</bdi>
            <span className="z-faint block">
              {year} · {t(`admin.movieState.${state}`)}
            </span>
          </span>
          {picked.has(id) ? (
            <span className="z-faint">{has}</span>
          ) : (
            <Form
              method="post"
              preventScrollReset
              // The button gives way to a word: the focus stays where the next title is searched for.
              onSubmit={() => box.current?.querySelector<HTMLInputElement>("input[name=find]")?.focus()}
            >
              <input type="hidden" name="intent" value="movie-add" />
              <HiddenFields fields={fields} />
              <input type="hidden" name="movie" value={id} />
              <button type="submit" className="z-button" aria-label={`${t("admin.form.add")}: ${title}`}>
                <Plus aria-hidden="true" className="size-4" />
                {t("admin.form.add")}
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
