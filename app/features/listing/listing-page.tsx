import { Link } from "@remix-run/react";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { MovieCard, OutputOf, Page } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MoreLink } from "../../ui/more-link.tsx";
import { TitleGrid } from "../../ui/title-grid.tsx";
import { hasSorts, listingUrl, type Listing } from "./listing.ts";

/** Counting stops here (`movie/list`). */
const mostCounted = 1_000;
/** Posters loaded at once; the rest load when they are near. */
const visibleAtFirst = 12;

export type ListingPageProps = {
  listing: Listing;
  /** In the reader's language: a genre's name, or the name of the listed row. */
  name: string;
  found: OutputOf<"movie/list">;
  fetchPage: FetchPage<Page<MovieCard>> | null;
};

/** The full list of a row of the home page, as a grid of posters. */
export function ListingPage({ listing, name, found, fetchPage }: ListingPageProps) {
  const { t } = useTranslation();
  const { total } = found;
  const list = useGrowingList<MovieCard>(found, {
    address: listingUrl(listing),
    idOf: ({ id }) => id,
    fetchPage,
    remembered: true,
  });
  return (
    <>
      <div className="listing-head">
        <div className="min-w-0">
          <h1 className="text-2xl font-extrabold tracking-tight">{name}</h1>
          {total !== null && total > 0 ? (
            <p className="mt-0.5 text-sm text-ink-faint">
              {total < mostCounted ? t("list.count", { count: total }) : t("list.many")}
            </p>
          ) : null}
        </div>
        <div className="flex items-center justify-between gap-1">
          {hasSorts(listing) ? <Sorts listing={listing} /> : null}
          <Link
            to={listing.genre ? `/page/search?genre=${listing.genre}` : "/page/search"}
            aria-label={t("search.label")}
            className="ms-auto -me-2.5 grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-mist hover:text-ink"
          >
            <Search aria-hidden="true" className="size-5.5" strokeWidth={1.9} />
          </Link>
        </div>
      </div>
      {list.items.length === 0 ? (
        <EmptyState picture={<EmptyList />} title={t("list.emptyTitle")} text={t("list.emptyText")}>
          <Link to="/" className="button button-primary">
            {t("error.home")}
          </Link>
        </EmptyState>
      ) : (
        <TitleGrid movies={list.items} label={name} eager={visibleAtFirst} className="mt-4" />
      )}
      <MoreLink
        list={list}
        nextTo={(cursor) => listingUrl({ ...listing, cursor })}
        firstTo={listing.cursor ? listingUrl({ ...listing, cursor: undefined }) : null}
      />
    </>
  );
}

/** The available orders as links in a line, the current one marked. */
function Sorts({ listing }: { listing: Listing }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("search.sort")} className="listing-sorts">
      {(["popular", "new"] as const).map((sort) => (
        <Link
          key={sort}
          to={listingUrl({ ...listing, sort, cursor: undefined })}
          replace
          preventScrollReset
          aria-current={listing.sort === sort ? "true" : undefined}
        >
          {t(`search.${sort}`)}
        </Link>
      ))}
    </nav>
  );
}

/** A drawing for an empty list. */
function EmptyList() {
  return (
    <svg viewBox="0 0 160 100" width="160" height="100" aria-hidden="true">
      <path d="M18 30h124v6H18zM18 78h124v6H18z" fill="#e5dfd6" />
      <circle
        cx="52"
        cy="57"
        r="20"
        fill="var(--color-curtain-tint)"
        stroke="var(--color-curtain)"
        strokeWidth="3"
        strokeDasharray="6 6"
      />
      <circle cx="108" cy="57" r="20" fill="#fff3d6" stroke="#8a6100" strokeWidth="3" strokeDasharray="6 6" />
      <circle cx="52" cy="57" r="4" fill="var(--color-curtain)" />
      <circle cx="108" cy="57" r="4" fill="#8a6100" />
    </svg>
  );
}
