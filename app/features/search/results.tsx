import { Link } from "@remix-run/react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { MovieCard, OutputOf, Page } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MoreLink } from "../../ui/more-link.tsx";
import { TitleGrid } from "../../ui/title-grid.tsx";
import { Marked } from "./marked.tsx";
import { People } from "./people.tsx";
import { filterCount, searchUrl, type Query } from "./query.ts";
import { Trending } from "./start.tsx";

type Props = {
  query: Query;
  found: OutputOf<"movie/search">;
  /** Shown below an empty or short result. */
  trending: MovieCard[];
  fetchPage: FetchPage<Page<MovieCard>> | null;
  /** Another search is loading. */
  busy: boolean;
};

/** The found movies, or similar ones, or a note that there are none. */
export function Results({ query, found, trending, fetchPage, busy }: Props) {
  const { t } = useTranslation();
  const { q, cursor } = query;
  const list = useGrowingList<MovieCard>(found, {
    address: searchUrl(query),
    idOf: ({ id }) => id,
    fetchPage,
    remembered: true,
  });
  const { items } = list;
  const words = found.corrected ?? q;
  const nameOf = useCallback(({ title }: MovieCard) => <Marked text={title} words={words} />, [words]);
  const people = <People people={found.people ?? []} words={words} />;
  if (items.length === 0)
    return (
      <>
        {people}
        <Nothing query={query} trending={trending} />
      </>
    );
  const note = noteOf();
  return (
    <>
      {people}
      <section aria-labelledby="search-results" aria-busy={busy} className="search-results mt-5">
        <h2 id="search-results" className="search-heading" dir="auto">
          {q ? t("search.results", { words: q }) : t("search.all")}
        </h2>
        <p role="status" className={note ? "mt-2 rounded-lg bg-mist px-3.5 py-3 text-sm" : "sr-only"}>
          {note}
        </p>
        <TitleGrid movies={items} eager={9} className="mt-4" nameOf={nameOf} />
        <MoreLink
          list={list}
          nextTo={(next) => searchUrl({ ...query, cursor: next })}
          firstTo={cursor ? searchUrl({ ...query, cursor: undefined }) : null}
        />
        <Trending movies={trending} />
      </section>
    </>
  );

  function noteOf(): string | null {
    if (!found.near || !q) return null;
    return found.corrected
      ? t("search.corrected", { words: q, corrected: found.corrected })
      : t("search.near", { words: q });
  }
}

function Nothing({ query, trending }: { query: Query; trending: MovieCard[] }) {
  const { t } = useTranslation();
  return (
    <>
      <div role="status">
        <EmptyState picture={<EmptySeats />} title={t("search.emptyTitle")} text={t("search.emptyText")}>
          {filterCount(query) > 0 ? (
            <Link to={searchUrl({ q: query.q })} className="button button-primary">
              {t("search.reset")}
            </Link>
          ) : null}
        </EmptyState>
      </div>
      <Trending movies={trending} />
    </>
  );
}

/** A drawing of a torch shining along a row of empty seats. */
function EmptySeats() {
  return (
    <svg viewBox="0 0 160 100" width="160" height="100" aria-hidden="true">
      <path d="M26 20 150 62v30H84z" fill="#fff3d6" />
      <rect x="6" y="8" width="26" height="14" rx="4" transform="rotate(18 19 15)" fill="#17141f" />
      <rect x="27" y="10" width="9" height="20" rx="3" transform="rotate(18 31 20)" fill="#4f4959" />
      <path
        d="M50 94V76a11 11 0 0 1 22 0v18zM82 94V76a11 11 0 0 1 22 0v18zM114 94V76a11 11 0 0 1 22 0v18z"
        fill="var(--color-curtain)"
      />
      <path
        d="M46 94v-8a4 4 0 0 1 4-4h22a4 4 0 0 1 4 4v8zM78 94v-8a4 4 0 0 1 4-4h22a4 4 0 0 1 4 4v8zM110 94v-8a4 4 0 0 1 4-4h22a4 4 0 0 1 4 4v8z"
        fill="var(--color-curtain-deep)"
      />
    </svg>
  );
}
