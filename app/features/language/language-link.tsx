import { Link, useLocation } from "@remix-run/react";
import { Globe } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDocument } from "../../lib/document-context.ts";
import { languageOf } from "./languages.ts";

/** The language of the page, as a link to the choice of another one, and from there back. */
export function LanguageLink() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { locale } = useDocument();
  return (
    <Link
      to={`/page/language?to=${encodeURIComponent(pathname + search)}`}
      className="button mt-4 gap-2 text-sm text-ink-soft hover:text-ink"
    >
      <Globe aria-hidden="true" className="size-4.5" />
      {t("language.title")}: {languageOf(locale).name}
    </Link>
  );
}
