import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { queryWith } from "./choice.ts";
import type { Pages } from "./use-pages.ts";

/** The end of what is loaded: a link to the next page, which scripts load on their own before it is reached. */
export function MoreLink({ pages }: { pages: Pick<Pages<unknown>, "next" | "loading" | "more" | "end"> }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { next, loading, more, end } = pages;
  const inside = search.has("cursor");
  if (next === null && !inside) return null;
  return (
    <p className="mt-8 flex flex-wrap justify-center gap-2.5">
      {inside ? (
        <Link to={queryWith(search, {})} className="button button-quiet">
          {t("myList.first")}
        </Link>
      ) : null}
      {next !== null ? (
        <Link
          ref={end}
          to={queryWith(search, { cursor: next })}
          className="button button-quiet"
          aria-busy={loading}
          onClick={(event) => {
            event.preventDefault();
            more();
          }}
        >
          {t(loading ? "myList.loading" : "myList.more")}
        </Link>
      ) : null}
    </p>
  );
}
