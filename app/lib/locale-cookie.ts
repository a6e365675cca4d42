import type { Locale } from "../../contract/locales.ts";
import { localeKey } from "./cookie.ts";

const yearS = 365 * 24 * 60 * 60;

/** The cookie that stores a language for a year; not HttpOnly, as the browser's code reads and writes it too. */
export function localeCookie(locale: Locale, secure: boolean): string {
  return `${localeKey}=${locale}; Path=/; Max-Age=${yearS}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
