import { defaultLocale, localeOf } from "../../../contract/locales.ts";
import { readCookie } from "../../lib/cookie.ts";
import { localeKey } from "../../lib/i18n.ts";
import { translatorOf } from "../../lib/i18n.server.ts";
import type { LanguageOfferProps } from "./language-offer.tsx";

/**
 * The language a visitor's browser asks for, with the texts that offer it: the page itself is in another one.
 * @returns null if a language is chosen already, or the browser asks for English or for none of ours
 */
export function languageOfferFor({ headers, url }: Request): LanguageOfferProps | null {
  const locale = localeOf(headers.get("Accept-Language"));
  // The page that is kept for the time without a network has no use for it.
  const chosen = readCookie(headers.get("Cookie"), localeKey) !== undefined;
  if (locale === defaultLocale || chosen || new URL(url).pathname === "/offline") return null;
  const { t } = translatorOf(locale);
  return { locale, text: t("language.offer"), refusal: t("language.refuseOffer") };
}
