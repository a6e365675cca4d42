import { useTranslation } from "react-i18next";
import { PageLink } from "./page-link.tsx";

/** The texts every installation has (api/domain/service/texts), by key. */
const keys = ["terms", "privacy", "imprint"] as const;

/** Links to terms, privacy and imprint in one line, for the foot of a page. */
export function TextLinks({ current, className = "mt-10" }: { current?: string; className?: string }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("text.links")} className={className}>
      <ul className="-mx-2 flex flex-wrap justify-center text-sm">
        {keys
          .filter((key) => key !== current)
          .map((key) => (
            <li key={key}>
              <PageLink
                to={`/page/text?key=${key}`}
                className="inline-flex min-h-11 min-w-11 items-center justify-center px-2.5 text-ink-faint underline-offset-4 hover:text-ink hover:underline"
              >
                {t(`text.${key}`)}
              </PageLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
