import { Link, useSearchParams } from "@remix-run/react";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Option } from "../../kit/options.ts";
import { queryWith } from "../../kit/list-url.ts";
import { scrollToCurrent } from "./parts-nav.tsx";

/** The languages of a movie's texts, each a link; languages with texts are marked. */
export function LanguageTabs({
  languages,
  current,
  written,
  label,
}: {
  languages: readonly Option[];
  current: string;
  written: readonly string[];
  /** What the texts belong to. */
  label: string;
}) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => scrollToCurrent(nav.current), [current]);
  return (
    <nav ref={nav} aria-label={`${t("admin.movie.languages")}: ${label}`}>
      <ul className="z-tabs">
        {languages.map(({ value, label }) => (
          <li key={value}>
            <Link
              to={queryWith(search, { lang: value })}
              preventScrollReset
              replace
              aria-current={value === current ? "page" : undefined}
              className="z-tab"
              lang={value}
            >
              {label}
              {written.includes(value) ? <Check aria-hidden="true" className="size-3.5" /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
