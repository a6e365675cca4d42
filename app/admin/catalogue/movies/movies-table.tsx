import { SlidersHorizontal } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { mostMoviesAtOnce, movieKinds, movieStates } from "../../../../contract/catalogue/values.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import { sideBySide } from "../../../lib/formats.ts";
import { useOfferedLevels } from "../../../ui/access-badge.tsx";
import { useAccessOptions } from "../../kit/access-levels.ts";
import { useMay } from "../../kit/admin-frame.tsx";
import { BulkBar } from "../../kit/bulk-bar.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { ChosenFilter, FilterBar, TypedFilter } from "../../kit/filter-bar.tsx";
import { useWriters } from "../../kit/format.ts";
import { Chip } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import { KindCell, MovieCell, RestoreCell, StateCell, type MovieRow } from "./movie-cells.tsx";
import { filterOfMovies, offeredIntents, type MovieQuery } from "./movie-query.ts";

/** Filters that are seldom used. */
const rare = ["missing", "film", "yearFrom", "yearTo", "tag"] as const;

type Option = { value: string; label: string };

/** Movies: search, filter, sort, and select for bulk actions. Not rendered again while another page comes. */
export const MoviesTable = memo(function MoviesTable({
  list,
  query,
  genres,
  languages,
}: {
  list: Pick<OutputOf<"z/movie/list">, "next" | "total"> & { items: MovieRow[] };
  query: MovieQuery;
  genres: readonly Option[];
  languages: readonly Option[];
}) {
  const { t } = useTranslation();
  const write = useWriters();
  const may = useMay()("catalogue.write");
  const intents = offeredIntents(useOfferedLevels());
  const { sort = "updated", direction = sort === "title" ? "asc" : "desc" } = query;
  const filtered = Object.keys(filterOfMovies(query)).length > 0;
  return (
    <>
      <MovieFilters query={query} filtered={filtered} genres={genres} languages={languages} />
      <div className="z-movies">
        <DataTable
          caption={t("admin.section.movies")}
          columns={useMovieColumns({ restoring: may && query.state === "deleted" })}
          rows={list.items}
          rowKey={({ id }) => id}
          order={{ sort, direction }}
          choosing={
            may && query.state !== "deleted"
              ? {
                  name: "id",
                  label: ({ title }) => t("admin.list.chooseOne", { name: title }),
                }
              : undefined
          }
          empty={t(filtered ? "admin.list.noMatch" : "admin.list.nothing")}
        />
      </div>
      <Pager
        next={list.next}
        note={list.total === null ? undefined : t("admin.movie.count", { number: write.number(list.total) })}
      />
      {may && list.items.length > 0 && query.state !== "deleted" ? (
        <BulkBar
          total={list.total}
          most={mostMoviesAtOnce}
          options={intents.map((value) => ({
            value,
            label: t(`admin.movieBulk.${value}`),
          }))}
        />
      ) : null}
    </>
  );
});

function useMovieColumns({ restoring }: { restoring: boolean }): Column<MovieRow>[] {
  const { t } = useTranslation();
  const write = useWriters();
  const restore: Column<MovieRow> = {
    id: "restore",
    label: t("admin.text.restore"),
    cell: (movie) => <RestoreCell movie={movie} />,
  };
  return [
    ...(restoring ? [restore] : []),
    {
      id: "title",
      label: t("admin.movie.title"),
      sort: { by: "title", first: "asc" },
      lead: true,
      cell: (movie) => <MovieCell movie={movie} />,
    },
    {
      id: "state",
      label: t("admin.movie.state"),
      cell: (movie) => <StateCell movie={movie} t={t} write={write} />,
    },
    { id: "kind", label: t("search.kind"), cell: (movie) => <KindCell movie={movie} t={t} write={write} /> },
    {
      id: "year",
      label: t("search.year"),
      sort: { by: "year", first: "desc" },
      figures: true,
      cell: ({ year }) => year,
    },
    {
      id: "popularity",
      label: t("admin.movie.popularity"),
      sort: { by: "popularity", first: "desc" },
      figures: true,
      // Hundredths of a viewer.
      cell: ({ popularity }) => write.number(Math.round(popularity / 10) / 10),
    },
    {
      id: "liked",
      label: t("admin.movie.liked"),
      figures: true,
      cell({ likes, dislikes }) {
        const votes = likes + dislikes;
        return votes === 0 ? "–" : sideBySide([write.percent(likes / votes), write.number(votes)]);
      },
    },
    {
      id: "published",
      label: t("admin.movieState.published"),
      sort: { by: "published", first: "desc" },
      figures: true,
      cell: ({ publishAt }) => (publishAt ? write.day(publishAt) : "–"),
    },
    {
      id: "updated",
      label: t("admin.movie.updated"),
      sort: { by: "updated", first: "desc" },
      figures: true,
      cell: ({ updatedAt }) => write.day(updatedAt),
    },
  ];
}

function MovieFilters(props: {
  query: MovieQuery;
  filtered: boolean;
  genres: readonly Option[];
  languages: readonly Option[];
}) {
  const { t } = useTranslation();
  const { query, filtered, genres, languages } = props;
  const more = rare.filter((name) => query[name] !== undefined).length;
  return (
    <FilterBar action="/z/page/movie" label={t("admin.movie.find")} filtered={filtered}>
      <TypedFilter name="q" label={t("admin.movie.search")} value={query.q} />
      <ChosenFilter
        name="state"
        value={query.state}
        options={movieStates.map((value) => ({ value, label: t(`admin.movieState.${value}`) }))}
      />
      <ChosenFilter
        name="kind"
        value={query.kind}
        options={movieKinds.map((value) => ({
          value,
          label: t(value === "film" ? "search.aFilm" : "search.series"),
        }))}
      />
      <ChosenFilter name="access" value={query.access} options={useAccessOptions(query.access)} />
      <ChosenFilter name="genre" value={query.genre} options={genres} />
      <details className="z-more-filters">
        <summary className="z-button">
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {t("search.filters")}
          {more > 0 ? <Chip>{more}</Chip> : null}
        </summary>
        <div>
          <ChosenFilter name="missing" value={query.missing} options={languages} />
          <ChosenFilter
            name="film"
            value={query.film}
            options={[
              { value: "none", label: t("admin.movie.filmNone") },
              { value: "some", label: t("admin.movie.filmSome") },
            ]}
          />
          <TypedFilter name="yearFrom" type="text" value={query.yearFrom?.toString()} />
          <TypedFilter name="yearTo" type="text" value={query.yearTo?.toString()} />
          <TypedFilter name="tag" type="text" value={query.tag} />
        </div>
      </details>
    </FilterBar>
  );
}
