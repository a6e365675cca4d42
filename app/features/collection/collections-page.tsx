import { BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { CollectionName, OutputOf } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { Poster } from "../../ui/artwork.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MoreLink } from "../../ui/more-link.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import "./collection.css";

type List = OutputOf<"collection/list">;

/** Collections whose pictures load at once. */
const visibleAtFirst = 6;

export type CollectionsPageProps = {
  list: List;
  /** Those that the user follows. */
  followed: CollectionName[];
  /** The cursor in the address. */
  cursor: string | undefined;
  fetchPage: FetchPage<List> | null;
};

const address = "/page/collection";
const listUrl = (cursor?: string) => (cursor ? `${address}?cursor=${cursor}` : address);

/** All collections, each with the posters of its first titles, and above them those that the user follows. */
export function CollectionsPage({ list: first, followed, cursor, fetchPage }: CollectionsPageProps) {
  const { t } = useTranslation();
  const list = useGrowingList<List["items"][number]>(first, {
    address: listUrl(cursor),
    idOf: ({ id }) => id,
    fetchPage,
    remembered: true,
  });
  return (
    <>
      <h1 className="text-2xl font-extrabold tracking-tight">{t("collection.title")}</h1>
      <p className="mt-0.5 text-sm text-ink-faint">{t("collection.text")}</p>
      {followed.length > 0 ? <Followed collections={followed} /> : null}
      {list.items.length === 0 ? (
        <EmptyState picture={null} title={t("collection.emptyTitle")} text={t("collection.emptyText")}>
          <PageLink to="/page/search" className="button button-primary">
            {t("search.label")}
          </PageLink>
        </EmptyState>
      ) : (
        <ul className="collections" aria-label={t("collection.title")}>
          {list.items.map((one, place) => (
            <li key={one.id}>
              <Card collection={one} eager={place < visibleAtFirst} />
            </li>
          ))}
        </ul>
      )}
      <MoreLink list={list} nextTo={listUrl} firstTo={cursor ? address : null} />
    </>
  );
}

function Followed({ collections }: { collections: CollectionName[] }) {
  const { t } = useTranslation();
  return (
    <section className="mt-5" aria-labelledby="followed">
      <h2 id="followed" className="search-heading">
        <BellRing aria-hidden="true" className="size-5 text-curtain" />
        {t("collection.followed")}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {collections.map(({ id, name }) => (
          <li key={id}>
            <PageLink to={`${address}/${id}`} className="chip own-words">
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ collection, eager }: { collection: List["items"][number]; eager: boolean }) {
  const { t } = useTranslation();
  const { id, name, movies, first } = collection;
  return (
    <PageLink to={`${address}/${id}`} prefetch="intent" className="collection-card">
      <span className="collection-posters" aria-hidden="true">
        {first.map((movie) => (
          <Poster key={movie.id} artwork={movie.artwork} eager={eager} />
        ))}
      </span>
      <span className="own-words mt-2 block leading-snug font-semibold text-ink">{name}</span>
      <span className="mt-0.5 block text-xs text-ink-faint">{t("collection.titles", { count: movies })}</span>
    </PageLink>
  );
}
