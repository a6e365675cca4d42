import { Printer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { directionOf, matchLocale } from "../../../contract/locales.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { plainText, type Block } from "./markup.ts";
import { TextBody } from "./text-body.tsx";
import { TextLinks } from "../../ui/text-links.tsx";

/** With fewer headings there is no table of contents. */
const fewest = 3;

export type TextPageProps = {
  textKey: string;
  title: string;
  blocks: Block[];
  /** Language of the text; differs from the page's if the text has not been translated. */
  locale: string;
  /** The date, written in the page's language. */
  updated: string;
};

/** A page of the operator's own text: title, date, contents, text. Also suitable for printing. */
export function TextPage({ textKey, title, blocks, locale, updated }: TextPageProps) {
  const { t } = useTranslation();
  const scripted = useHydrated();
  const headings = blocks.filter((block) => block.kind === "heading" && block.level === 2);
  return (
    <>
      <article lang={locale} dir={directionOf(matchLocale(locale) ?? "en")} className="text-page">
        <h1 className="text-2xl font-extrabold tracking-tight">{title}</h1>
        <div className="mt-1.5 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <p className="text-sm text-ink-faint">{t("text.updated", { date: updated })}</p>
          {/* Its place is kept until scripts run: where it takes a line of its own, the text must not move. */}
          <button
            type="button"
            className={`button screen-only -me-3 px-3 text-sm text-ink-soft noscript:hidden hover:text-ink ${scripted ? "" : "invisible"}`}
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" className="size-4.5" />
            {t("text.print")}
          </button>
        </div>
        {headings.length >= fewest ? (
          <nav aria-labelledby="text-contents" className="text-contents screen-only">
            <h2 id="text-contents">{t("text.contents")}</h2>
            <ol>
              {headings.map((block) =>
                block.kind === "heading" ? (
                  <li key={block.id}>
                    <a href={`#${block.id}`}>{plainText(block.parts)}</a>
                  </li>
                ) : null,
              )}
            </ol>
          </nav>
        ) : null}
        <div className="text-body">
          <TextBody blocks={blocks} />
        </div>
      </article>
      <div className="screen-only">
        <TextLinks current={textKey} />
      </div>
    </>
  );
}
