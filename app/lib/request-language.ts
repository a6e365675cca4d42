import { defaultLocale, localeOfCode, matchLocale, type Locale } from "../../contract/locales.ts";
import { localeKey, readCookie } from "./cookie.ts";

/** Name of the field of addresses that names a language, and of the cookie that keeps it for the visit. */
export const languageField = "lang";

/** Pages that are the same for everyone: crawlers may read them, and their addresses may name a language. */
const publicPage =
  /^\/(?:video\/[^/]+(?:\/\d+)?|page\/(?:person\/[^/]+|collection(?:\/[^/]+)?|text|about|membership|search))?$/;

/** @returns whether a path is of a page that is the same for everyone */
export function isPublicPage(pathname: string): boolean {
  return publicPage.test(pathname);
}

/** The language that the address of a public page names; undefined for another page, and for no language of ours. */
export function addressLanguage(url: string): Locale | undefined {
  if (!url.includes(`${languageField}=`)) return undefined;
  const { pathname, searchParams } = new URL(url);
  return isPublicPage(pathname) ? localeOfCode(searchParams.get(languageField) ?? "") : undefined;
}

/**
 * The language of a request's answer: the one its address names, else the one its visitor has chosen, else the one in
 * which the visit began, else the service's own (English, unless the operator has chosen another one).
 */
export function requestLanguage(
  { url, headers }: Pick<Request, "url" | "headers">,
  fallback: Locale = defaultLocale,
): Locale {
  const cookies = headers.get("Cookie");
  const kept = (name: string) => matchLocale(readCookie(cookies, name) ?? "");
  return addressLanguage(url) ?? kept(localeKey) ?? kept(languageField) ?? fallback;
}

/**
 * The cookie that keeps the language of an address until the browser is closed, for a visitor who has chosen none: who
 * comes from a search engine goes on in that language. A choice of theirs is never touched.
 * @param secure whether the site is on https
 * @returns null if the address names no language, or one is chosen
 */
export function visitCookie({ url, headers }: Pick<Request, "url" | "headers">, secure: boolean) {
  const named = addressLanguage(url);
  if (!named || readCookie(headers.get("Cookie"), localeKey) !== undefined) return null;
  return `${languageField}=${named}; Path=/; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`;
}

/** An address without the language it names: path, query and fragment. */
export function withoutLanguage(address: string): string {
  if (!address.includes(`${languageField}=`)) return address;
  const url = new URL(address, "http://here");
  url.searchParams.delete(languageField);
  return url.pathname + url.search + url.hash;
}

/** The address of a page in a language; without a field in the service's own, which an address without one is in. */
export function inLanguage(address: string, locale: Locale, own: Locale = defaultLocale): string {
  return inLanguages(address, own)(locale);
}

/** The same for many languages of one page. */
export function inLanguages(address: string, own: Locale = defaultLocale): (locale: Locale) => string {
  const url = new URL(address);
  return (locale) => {
    if (locale === own) url.searchParams.delete(languageField);
    else url.searchParams.set(languageField, locale);
    return url.href;
  };
}
