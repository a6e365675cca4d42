import { defaultLocale, type Locale } from "../../contract/locales.ts";

/**
 * Texts come in parts, a file each, so that nobody fetches words of screens they never see: `common` for all of the
 * user area, others for areas whose routes name them in their `handle`. `mail` is read by the API alone. To code they
 * are one: a key says nothing of the file it is in.
 */
export type TextPart = "common" | "admin" | "membership";

/** What a route may export as `handle`. */
export type RouteHandle = {
  /** Texts its screens need beside the common ones. */
  texts?: TextPart[];
  /** Shown in the place of other pages: no script runs on it. */
  still?: boolean;
};

const urls = import.meta.glob<string>("../../locales/*/{common,admin,membership}.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** @returns the URL of one part of a language's texts: hashed, cached for ever. For the server: it tells the page. */
export function packUrl(locale: Locale, part: TextPart): string {
  return urls[`../../locales/${locale}/${part}.json`] ?? urls[`../../locales/${defaultLocale}/${part}.json`]!;
}
