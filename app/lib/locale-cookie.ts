import type { Locale } from "../../contract/locales.ts";
import { localeChosenKey, localeKey } from "./cookie.ts";

const yearS = 365 * 24 * 60 * 60;

/** The cookie that stores a language for a year; not HttpOnly, as the browser's code reads and writes it too. */
export function localeCookie(locale: Locale, secure: boolean): string {
  return `${localeKey}=${locale}; Path=/; Max-Age=${yearS}; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/**
 * The cookies of a language that the server has chosen for a user, as that of a profile: the second one tells the
 * browser's code that it goes before the language stored there.
 */
export function chosenLocaleCookies(locale: Locale, secure: boolean): string[] {
  return [
    localeCookie(locale, secure),
    `${localeChosenKey}=1; Path=/; Max-Age=600; SameSite=Lax${secure ? "; Secure" : ""}`,
  ];
}
