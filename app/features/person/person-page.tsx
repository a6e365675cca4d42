import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MovieCard, OutputOf, Page } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MoreLink } from "../../ui/more-link.tsx";
import { useRoleWords } from "../../ui/role-words.ts";
import { TitleGrid } from "../../ui/title-grid.tsx";
import { personUrl } from "./person-url.ts";

/** Posters loaded at once; the rest load when they are near. */
const visibleAtFirst = 12;

export type PersonPageProps = {
  found: OutputOf<"person/detail">;
  /** The cursor in the address. */
  cursor: string | undefined;
  fetchPage: FetchPage<Page<MovieCard>> | null;
};

/** A person: name, what they did, and their titles as a grid of posters. */
export function PersonPage({ found, cursor, fetchPage }: PersonPageProps) {
  const { t } = useTranslation();
  const roles = useRoleWords();
  const { id, name } = found.person;
  const list = useGrowingList<MovieCard>(found, {
    address: personUrl({ id, cursor }),
    idOf: (movie) => movie.id,
    fetchPage,
    remembered: true,
  });
  return (
    <>
      <h1 className="own-words text-2xl font-extrabold tracking-tight">{name}</h1>
      <p className="mt-0.5 text-sm text-ink-faint">{roles(found.person.roles)}</p>
      {list.items.length === 0 ? (
        <EmptyState picture={<EmptyReel />} title={t("list.emptyTitle")} text={t("list.emptyText")}>
          <Link to="/page/search" className="button button-primary">
            {t("search.label")}
          </Link>
        </EmptyState>
      ) : (
        <TitleGrid movies={list.items} label={name} eager={visibleAtFirst} className="mt-4" />
      )}
      <MoreLink
        list={list}
        nextTo={(next) => personUrl({ id, cursor: next })}
        firstTo={cursor ? personUrl({ id }) : null}
      />
    </>
  );
}

/** A drawing of a reel with no film on it. */
function EmptyReel() {
  return (
    <svg viewBox="0 0 160 100" width="160" height="100" aria-hidden="true">
      <circle
        cx="80"
        cy="50"
        r="38"
        fill="var(--color-curtain-tint)"
        stroke="var(--color-curtain)"
        strokeWidth="3"
      />
      <circle cx="80" cy="50" r="6" fill="var(--color-curtain)" />
      <path
        d="M80 20a9 9 0 1 1 0 .1M80 62a9 9 0 1 1 0 .1M50 41a9 9 0 1 1 0 .1M110 41a9 9 0 1 1 0 .1"
        fill="#fff"
        stroke="var(--color-curtain)"
        strokeWidth="3"
      />
    </svg>
  );
}
