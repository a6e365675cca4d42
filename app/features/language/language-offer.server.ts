import type { AppLoadContext } from "@remix-run/node";
import { localeOf } from "../../../contract/locales.ts";
import { localeKey, readCookie } from "../../lib/cookie.ts";
import { translatorOf } from "../../lib/i18n.server.ts";
import { requestLanguage } from "../../lib/request-language.ts";
import type { LanguageOfferProps } from "./language-offer.tsx";

/**
 * The language a visitor's browser asks for, with the texts that offer it: the page itself is in another one.
 * @returns null if a language is chosen already, or the page is in it, or the browser asks for the service's own or for none of
 *   ours: a visitor who came to a page in another language wanted that one
 */
export function languageOfferFor(request: Request, context: AppLoadContext): LanguageOfferProps | null {
  const { headers, url } = request;
  const own = context.brand.language;
  const locale = localeOf(headers.get("Accept-Language"));
  // The page that is kept for the time without a network has no use for it.
  const chosen = readCookie(headers.get("Cookie"), localeKey) !== undefined;
  const shown = requestLanguage(request, own);
  if (locale === shown || locale === own || chosen || new URL(url).pathname === "/offline") return null;
  const { t } = translatorOf(locale, context);
  return { locale, text: t("language.offer"), refusal: t("language.refuseOffer") };
}
