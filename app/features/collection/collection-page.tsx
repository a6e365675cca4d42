import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MovieCard, OutputOf, Page } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { MoreLink } from "../../ui/more-link.tsx";
import { TitleGrid } from "../../ui/title-grid.tsx";
import { collectionUrl } from "./collection-url.ts";
import { FollowButton, type FollowButtonProps } from "./follow-button.tsx";

/** Posters loaded at once; the rest load when they are near. */
const visibleAtFirst = 12;

export type CollectionPageProps = Pick<FollowButtonProps, "followed" | "onChange"> & {
  found: OutputOf<"collection/detail">;
  /** The cursor in the address. */
  cursor: string | undefined;
  fetchPage: FetchPage<Page<MovieCard>> | null;
  /** A line that asks about pushes, once the collection is followed. */
  offer: ReactNode;
};

/** A collection: name, description, a button to follow it, and its titles as a grid of posters. */
export function CollectionPage(props: CollectionPageProps) {
  const { found, cursor, fetchPage, followed, onChange, offer } = props;
  const { t } = useTranslation();
  const { id, name, description, movies } = found.collection;
  const list = useGrowingList<MovieCard>(found, {
    address: collectionUrl({ id, cursor }),
    idOf: (movie) => movie.id,
    fetchPage,
    remembered: true,
  });
  return (
    <>
      <h1 className="own-words text-2xl font-extrabold tracking-tight">{name}</h1>
      <p className="mt-0.5 text-sm text-ink-faint">{t("collection.titles", { count: movies })}</p>
      {description ? (
        <p className="own-words mt-3 max-w-prose leading-relaxed text-ink-soft">{description}</p>
      ) : null}
      <FollowButton followed={followed} action={collectionUrl({ id })} onChange={onChange} />
      {offer}
      <TitleGrid movies={list.items} label={name} eager={visibleAtFirst} className="mt-5" />
      <MoreLink
        list={list}
        nextTo={(next) => collectionUrl({ id, cursor: next })}
        firstTo={cursor ? collectionUrl({ id }) : null}
      />
    </>
  );
}
