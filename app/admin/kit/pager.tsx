import { Link, useSearchParams } from "@remix-run/react";
import { ChevronRight, ChevronsLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { queryWith } from "./list-url.ts";

/** Pages of a list by cursor: next, and back to the first. */
export function Pager({ next, note }: { next: string | null; note?: string | undefined }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const later = search.has("cursor");
  if (next === null && !later && !note) return null;
  return (
    <nav className="z-pager" aria-label={t("admin.list.pages")}>
      <span>{note}</span>
      <span className="z-actions">
        {later ? (
          <Link to={queryWith(search, { cursor: null })} className="z-button">
            <ChevronsLeft aria-hidden="true" className="flip size-4" />
            {t("admin.list.first")}
          </Link>
        ) : null}
        {next !== null ? (
          <Link to={queryWith(search, { cursor: next })} className="z-button" rel="next">
            {t("admin.list.next")}
            <ChevronRight aria-hidden="true" className="flip size-4" />
          </Link>
        ) : null}
      </span>
    </nav>
  );
}
