import { Form } from "@remix-run/react";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { directionOf, type Locale } from "../../../contract/locales.ts";
import { languages } from "./languages.ts";

type Props = {
  current: Locale;
  /** The page to return to after the choice. */
  to: string;
  /** The languages' names in the current one, by tag. */
  names: Record<string, string>;
  /** Stores the choice in the browser, before the form stores it in the cookie. */
  onChoose: (locale: Locale) => void;
};

/**
 * All languages, each a button of one form: a tap applies it. The page's texts come with the document, so the form
 * loads a new one.
 */
export function LanguageList({ current, to, names, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Form method="post" reloadDocument>
      <input type="hidden" name="to" value={to} />
      <ul className="grid gap-2 @min-[600px]/page:grid-cols-2">
        {languages.map(({ locale, name }) => (
          <li key={locale}>
            <button
              type="submit"
              name="locale"
              value={locale}
              aria-current={locale === current ? "true" : undefined}
              onClick={() => onChoose(locale)}
              className="flex min-h-14 w-full items-center gap-3 rounded-xl border border-line bg-card px-4 py-2 text-start transition-colors hover:border-line-strong aria-[current=true]:border-curtain aria-[current=true]:bg-curtain-tint"
            >
              <span className="min-w-0 flex-1">
                <span lang={locale} dir={directionOf(locale)} className="own-words block font-semibold">
                  {name}
                </span>
                {locale === current ? null : (
                  <span className="own-words block text-xs text-ink-faint">{names[locale]}</span>
                )}
                {locale === current ? (
                  <span className="block text-xs text-curtain-deep">{t("language.current")}</span>
                ) : null}
              </span>
              {locale === current ? (
                <Check aria-hidden="true" className="size-5 shrink-0 text-curtain" />
              ) : null}
            </button>
          </li>
        ))}
      </ul>
    </Form>
  );
}
