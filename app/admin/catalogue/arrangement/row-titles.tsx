import { Form, Link, useFetcher } from "@remix-run/react";
import { Plus, Search, Trash2 } from "lucide-react";
import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { mostRowMovies } from "../../../../contract/catalogue/values.ts";
import { longestQuery } from "../../../../contract/service/values.ts";
import type { MovieState } from "../../../../contract/index.ts";
import { TextField } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import { ListEditor } from "../../kit/list-editor.tsx";
import type { Plan } from "./write-rows.server.ts";

/** A title that a search found. */
export type Hit = { id: string; title: string; year: number; state: MovieState };

type Props = {
  plan: Plan;
  /** Position of the row in the plan. */
  at: number;
  name: string;
  /** The words of the search in the address, and what they found; null = nothing was searched. */
  words: string;
  hits: Hit[] | null;
  editable: boolean;
};

/** The titles of a row that is picked by hand, in order, and a search that adds others. Each change is saved at once. */
export function RowTitles({ plan, at, name, words, hits, editable }: Props) {
  const { t } = useTranslation();
  const { number } = useWriters();
  const titles = plan.rows[at]?.titles ?? [];
  const full = titles.length >= mostRowMovies;
  return (
    <section className="z-panel" aria-labelledby="row-movies">
      <h2 id="row-movies" className="own-words">
        {name}
      </h2>
      {titles.length === 0 ? <p className="z-faint">{t("admin.row.noTitles")}</p> : null}
      <ListEditor
        order="movie-order"
        editable={editable}
        lines={titles.map(({ id, title }) => ({
          key: id,
          name: title,
          fields: { revision: plan.revision, at, movie: id },
          content: (
            <Link
              to={`/z/page/movie/detail/${id}`}
              className="z-link min-w-0 flex-1 truncate"
              draggable={false}
            >
              <bdi>{title}</bdi>
            </Link>
          ),
          buttons: [{ intent: "movie-remove", label: `${t("admin.form.remove")}: ${title}`, icon: Trash2 }],
        }))}
      />
      {editable && full ? (
        <p className="z-faint">{t("admin.row.full", { number: number(mostRowMovies) })}</p>
      ) : null}
      {editable && !full ? (
        <Picker plan={plan} at={at} words={words} hits={hits} picked={new Set(titles.map(({ id }) => id))} />
      ) : null}
    </section>
  );
}

/** Milliseconds without a key before the server is asked. */
const calmMs = 200;

function Picker({
  plan,
  at,
  words,
  hits,
  picked,
}: Pick<Props, "plan" | "at" | "words" | "hits"> & { picked: ReadonlySet<string> }) {
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
        action="/z/management/rows#find"
        role="search"
        aria-label={t("admin.row.find")}
        className="z-form"
        onChange={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search.submit(currentTarget), calmMs);
        }}
        onSubmit={() => clearTimeout(timer.current)}
      >
        <input type="hidden" name="row" value={at} />
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
      <Hits plan={plan} at={at} hits={shown ?? []} picked={picked} box={box} />
    </div>
  );
}

function Hits({
  plan,
  at,
  hits,
  picked,
  box,
}: {
  plan: Plan;
  at: number;
  hits: Hit[];
  picked: ReadonlySet<string>;
  box: RefObject<HTMLDivElement>;
}) {
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
            <span className="z-faint">{t("admin.row.has")}</span>
          ) : (
            <Form
              method="post"
              preventScrollReset
              // The button gives way to a word: the focus stays where the next title is searched for.
              onSubmit={() => box.current?.querySelector<HTMLInputElement>("input[name=find]")?.focus()}
            >
              <input type="hidden" name="intent" value="movie-add" />
              <input type="hidden" name="revision" value={plan.revision} />
              <input type="hidden" name="at" value={at} />
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
