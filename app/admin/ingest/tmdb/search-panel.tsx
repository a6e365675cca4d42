import { Form, Link, useLocation } from "@remix-run/react";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { years } from "../../../../contract/catalogue/values.ts";
import { longestQuery } from "../../../../contract/service/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { useMay } from "../../kit/admin-frame.tsx";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { LeftOut } from "../../kit/left-out.tsx";
import type { TmdbView } from "./presenter.server.ts";

/** Searches TMDB by title and year. */
export function SearchPanel({ asked, leftOut }: Pick<TmdbView, "asked" | "leftOut">) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <section className="z-panel" aria-labelledby="tmdb-search">
      <h2 id="tmdb-search">{t("admin.tmdb.search")}</h2>
      <LeftOut names={leftOut} />
      <CheckedForm
        method="get"
        action={pathname}
        role="search"
        key={JSON.stringify(asked)}
        className="z-form"
      >
        <TextField
          field={{ id: "q", name: "q", initialValue: asked.q }}
          type="search"
          label={t("admin.tmdb.q")}
          maxLength={longestQuery}
        />
        <div className="z-row">
          <TextField
            field={{ id: "year", name: "year", initialValue: asked.year }}
            type="number"
            label={t("search.year")}
            min={years.first}
            max={years.last}
          />
          <SelectField
            field={{ id: "kind", name: "kind", initialValue: asked.kind }}
            label={t("search.kind")}
            options={[
              { value: "film", label: t("search.aFilm") },
              { value: "series", label: t("search.series") },
            ]}
          />
        </div>
        <button type="submit" className="z-button z-button-primary justify-self-start">
          <Search aria-hidden="true" className="size-4" />
          {t("admin.list.search")}
        </button>
      </CheckedForm>
    </section>
  );
}

/** What a search found. TMDB's pictures are not shown here: browsers ask no third party. */
export function Hits({
  hits,
  movieId,
}: {
  hits: NonNullable<TmdbView["hits"]>;
  /** The title to compare with; null = each hit can become a draft. */
  movieId: string | null;
}) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="tmdb-hits">
      <h2 id="tmdb-hits">{t("admin.tmdb.hits")}</h2>
      {hits.length === 0 ? <p role="status">{t("admin.tmdb.none")}</p> : null}
      <ul className="z-tmdb-hits">
        {hits.map(({ tmdb, kind, key, ...hit }) => (
          <li key={tmdb}>
            <h3>
              <bdi>{hit.title}</bdi> {hit.year ? <span className="z-faint">{hit.year}</span> : null}
            </h3>
            {hit.originalTitle !== hit.title ? (
              <p className="z-faint">
                <bdi>{hit.originalTitle}</bdi>
              </p>
            ) : null}
            {hit.overview ? (
              <p className="z-tmdb-overview" dir="auto">
                {hit.overview}
              </p>
            ) : null}
            {movieId ? (
              <Link
                to={`/z/page/movie/detail/${movieId}/tmdb?${new URLSearchParams({ tmdb: String(tmdb), kind })}`}
                aria-label={`${t("admin.tmdb.compare")}: ${hit.title}`}
                className="z-button"
              >
                {t("admin.tmdb.compare")}
              </Link>
            ) : (
              <Form method="post">
                {Object.entries({
                  intent: "draft",
                  key,
                  tmdb,
                  kind,
                  title: hit.title,
                  year: hit.year ?? "",
                }).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <button
                  type="submit"
                  aria-label={`${t("admin.movie.create")}: ${hit.title}`}
                  className="z-button"
                >
                  {t("admin.movie.create")}
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** TMDB could not be asked: why, and where a key is added. */
export function FailurePanel({ failed: { text, off } }: { failed: NonNullable<TmdbView["failed"]> }) {
  const { t } = useTranslation();
  const may = useMay()("settings.write");
  return (
    <section className="z-panel border-gold-bright bg-gold-tint" role={off ? undefined : "alert"}>
      <p>{text}</p>
      {off && may ? (
        <Link to="/z/page/settings#group-titles" className="z-button mt-3">
          {t("admin.magnet.toSettings")}
        </Link>
      ) : null}
    </section>
  );
}

/** What TMDB asks of those who use its data. */
export function Attribution() {
  const { t } = useTranslation();
  return (
    <p className="z-faint">
      <a href="https://www.themoviedb.org/" rel="noreferrer" className="inline-block py-1 underline">
        {t("admin.tmdb.attribution")}
      </a>
    </p>
  );
}
