import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/empty-state.tsx";
import { queryWith } from "./choice.ts";
import { EmptyHistoryPicture, EmptyListPicture, NoMatchPicture } from "./pictures.tsx";

/** Nothing is on the list yet. */
export function EmptyFavourites() {
  const { t } = useTranslation();
  return (
    <EmptyState picture={<EmptyListPicture />} title={t("myList.emptyTitle")} text={t("myList.emptyText")}>
      <BrowseLink />
    </EmptyState>
  );
}

/** No entry of the list matches the filters. */
export function NoMatch() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  return (
    <EmptyState picture={<NoMatchPicture />} title={t("myList.noneTitle")} text={t("myList.noneText")}>
      <Link to={queryWith(search, { kind: null, access: null })} className="button button-quiet">
        {t("myList.reset")}
      </Link>
    </EmptyState>
  );
}

/** The history is empty, or no title matches the search. */
export function EmptyHistory({ q }: { q: string | undefined }) {
  const { t } = useTranslation();
  if (q === undefined) {
    return (
      <EmptyState
        picture={<EmptyHistoryPicture />}
        title={t("history.emptyTitle")}
        text={t("history.emptyText")}
      >
        <BrowseLink />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      picture={<NoMatchPicture />}
      title={t("history.noneTitle")}
      text={t("history.noneText", { q })}
    >
      <Link to="/my-list/history" className="button button-quiet">
        {t("myList.reset")}
      </Link>
    </EmptyState>
  );
}

function BrowseLink() {
  const { t } = useTranslation();
  return (
    <Link to="/" className="button button-primary">
      {t("myList.browse")}
    </Link>
  );
}
