import { defaultLocale, type Locale } from "../../contract/locales.ts";

const urls = import.meta.glob<string>("../../locales/*/common.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** @returns the URL of a language's texts: hashed, cached for ever, one file a language. */
export function packUrl(locale: Locale): string {
  return urls[`../../locales/${locale}/common.json`] ?? urls[`../../locales/${defaultLocale}/common.json`]!;
}
