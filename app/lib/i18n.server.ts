import type { i18n } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { defaultLocale, locales, matchLocale, type Locale } from "../../contract/locales.ts";
import { readCookie } from "./cookie.ts";
import { createTranslator, localeKey, type Pack } from "./i18n.ts";

const parts = import.meta.glob<Partial<Pack>>("../../locales/*/{common,admin,membership}.json", {
  import: "default",
  eager: true,
});
const translators = new Map<Locale, i18n>();

const detection = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    // Only the user's choice counts: the spec's default is English, whatever the browser's own language.
    order: ["custom"],
    findLocale: async (request) =>
      matchLocale(readCookie(request.headers.get("Cookie"), localeKey) ?? "") ?? null,
  },
});

/** @returns the language of a request: the `locale` cookie, else English */
export async function localeOfRequest(request: Request): Promise<Locale> {
  return matchLocale(await detection.getLocale(request)) ?? defaultLocale;
}

/** @returns the shared, read-only translator of a language */
export function translatorOf(locale: Locale): i18n {
  const known = translators.get(locale);
  if (known) return known;
  const own = Object.entries(parts).filter(([path]) => path.startsWith(`../../locales/${locale}/`));
  const made = createTranslator(locale, Object.assign({}, ...own.map(([, part]) => part)) as Pack);
  translators.set(locale, made);
  return made;
}
