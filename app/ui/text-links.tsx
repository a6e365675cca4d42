import { useTranslation } from "react-i18next";
import { useDocument } from "../lib/document-context.ts";
import { PageLink } from "./page-link.tsx";

/** The texts every installation has (api/domain/service/texts), by key. */
const keys = ["terms", "privacy", "imprint"] as const;

const linkLook =
  "inline-flex min-h-11 min-w-11 items-center justify-center px-2.5 text-ink-faint underline-offset-4 hover:text-ink hover:underline";
/** Other sites open beside the app, which may be installed. */
const away = { target: "_blank", rel: "noopener" };

/** Links to terms, privacy and imprint, and those of the operator, for the foot of a page. */
export function TextLinks({ current, className = "mt-10" }: { current?: string; className?: string }) {
  const { t } = useTranslation();
  const { links } = useDocument().brand;
  return (
    <nav aria-label={t("text.links")} className={className}>
      <ul className="-mx-2 flex flex-wrap justify-center text-sm">
        {keys
          .filter((key) => key !== current)
          .map((key) => (
            <li key={key}>
              <PageLink to={`/page/text?key=${key}`} className={linkLook}>
                {t(`text.${key}`)}
              </PageLink>
            </li>
          ))}
        {links.map(({ label, url }) => (
          <li key={url}>
            <a href={url} className={linkLook} dir="auto" {...(url.startsWith("/") ? {} : away)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
