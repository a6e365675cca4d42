import { Link } from "@remix-run/react";
import type { MouseEvent, RefObject } from "react";
import { useTranslation } from "react-i18next";

export type MoreLinkProps = {
  list: {
    next: string | null;
    loading: boolean;
    more: (() => void) | null;
    end: RefObject<HTMLAnchorElement>;
  };
  /** The address of the page at the list's next cursor. */
  nextTo: (cursor: string) => string;
  /** The address of the first page, if this is a later one. */
  firstTo: string | null;
};

/** The end of the loaded list: a link to the next page, which scripts follow before the user reaches it. */
export function MoreLink({ list: { next, loading, more, end }, nextTo, firstTo }: MoreLinkProps) {
  const { t } = useTranslation();
  if (next === null && firstTo === null) return null;
  const grow = (event: MouseEvent) => {
    if (!more || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    more();
  };
  return (
    <p className="mt-8 flex flex-wrap justify-center gap-2.5">
      {firstTo !== null ? (
        <Link to={firstTo} className="button button-quiet">
          {t("list.first")}
        </Link>
      ) : null}
      {next !== null ? (
        <Link ref={end} to={nextTo(next)} className="button button-quiet" aria-busy={loading} onClick={grow}>
          {t(loading ? "nav.loading" : "list.more")}
        </Link>
      ) : null}
    </p>
  );
}
