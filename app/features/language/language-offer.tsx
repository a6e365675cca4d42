import { useLocation } from "@remix-run/react";
import { Globe, X } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { directionOf, type Locale } from "../../../contract/locales.ts";
import { useDocument } from "../../lib/document-context.ts";
import { readStoredLocale, storeLocale } from "../../lib/locale-store.ts";

export type LanguageOfferProps = {
  locale: Locale;
  /** The offer and its refusal, in that language. */
  text: string;
  refusal: string;
};

/**
 * A line above the page that changes the language by one tap. To refuse it is to choose the page's language, so it does
 * not come again. A page from the browser's or the service worker's cache may be older than the choice.
 */
export function LanguageOffer({ locale, text, refusal }: LanguageOfferProps) {
  const { pathname, search } = useLocation();
  const { locale: shown } = useDocument();
  const [refused, setRefused] = useState(false);
  const chosen = useSyncExternalStore(
    never,
    () => readStoredLocale() !== null,
    () => false,
  );
  if (refused || chosen) return null;
  return (
    <aside className="language-offer" lang={locale} dir={directionOf(locale)}>
      <form method="post" action="/page/language">
        <input type="hidden" name="to" value={pathname + search} />
        <button type="submit" name="locale" value={locale} onClick={() => storeLocale(locale)}>
          <Globe aria-hidden="true" className="size-4.5 shrink-0" />
          <span>{text}</span>
        </button>
        <button
          type="submit"
          name="locale"
          value={shown}
          aria-label={refusal}
          onClick={(event) => {
            event.preventDefault();
            storeLocale(shown);
            setRefused(true);
          }}
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </form>
    </aside>
  );
}

const never = () => () => undefined;
