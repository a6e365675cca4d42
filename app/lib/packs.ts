import { defaultLocale, type Locale } from "../../contract/locales.ts";

/**
 * Texts come in parts, a file each, so that no page loads texts of other areas: `common` for all of the user area,
 * others for areas whose routes name them in their `handle`. Only the API reads `mail`. Code sees one pack: a key does
 * not name its file.
 */
export type TextPart = "common" | "admin" | "membership" | "profiles";

/** The `handle` that a route may export. */
export type RouteHandle = {
  /** Texts its screens need besides the common ones. */
  texts?: TextPart[];
  /** Shown in place of other pages: no script runs on it. */
  still?: boolean;
};

const urls = import.meta.glob<string>("../../locales/*/{common,admin,membership,profiles}.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/**
 * @returns the URL of one part of a language's texts: hashed, cached for ever. For the server: it passes it to the
 * page.
 */
export function packUrl(locale: Locale, part: TextPart): string {
  return urls[`../../locales/${locale}/${part}.json`] ?? urls[`../../locales/${defaultLocale}/${part}.json`]!;
}
