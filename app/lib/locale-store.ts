import { matchLocale, type Locale } from "../../contract/locales.ts";
import { localeChosenKey, localeKey, readCookie } from "./cookie.ts";
import { localeCookie } from "./locale-cookie.ts";
import { withoutLanguage } from "./request-language.ts";

/** Stores a chosen language for the browser's code (local storage) and for the server (cookie). */
export function storeLocale(locale: Locale): void {
  writeCookie(locale);
  try {
    localStorage.setItem(localeKey, locale);
  } catch {
    // Storage is switched off: the cookie alone carries the choice.
  }
}

/**
 * Aligns cookie and local storage at start-up; the spec names local storage, so it wins. It also wins over a language
 * that the address names: that one is for crawlers, and for visitors who have chosen none.
 * @param shown the language the server rendered
 * @returns true if the page is being reloaded in the stored language
 */
export function alignLocale(shown: Locale): boolean {
  const cookie = readCookie(document.cookie, localeKey);
  const given = readCookie(document.cookie, localeChosenKey) ? matchLocale(cookie ?? "") : null;
  if (given) {
    storeLocale(given);
    document.cookie = `${localeChosenKey}=; Path=/; Max-Age=0`;
  }
  const chosen = readStoredLocale() ?? matchLocale(cookie ?? "");
  if (!chosen) return false;
  if (!readStoredLocale()) storeLocale(chosen);
  else if (chosen !== cookie) writeCookie(chosen);
  const here = location.pathname + location.search + location.hash;
  if (chosen === shown) return false;
  if (withoutLanguage(here) !== here) {
    location.replace(withoutLanguage(here));
    return true;
  }
  // If cookies are refused, a reload would change nothing, for ever.
  if (chosen === cookie || readCookie(document.cookie, localeKey) !== chosen) return false;
  location.reload();
  return true;
}

/** @returns the language in local storage, or null if none is stored or storage is switched off */
export function readStoredLocale(): Locale | null {
  try {
    return matchLocale(localStorage.getItem(localeKey) ?? "") ?? null;
  } catch {
    return null;
  }
}

function writeCookie(locale: Locale): void {
  document.cookie = localeCookie(locale, location.protocol === "https:");
}
