import type { Locale } from "../../../contract/locales.ts";

/** The country where most readers of a language live; the others are spoken in too many. */
const mainCountry: Partial<Record<Locale, string>> = {
  de: "DE",
  id: "ID",
  ja: "JP",
  ko: "KR",
  ms: "MY",
  pt: "BR",
  th: "TH",
  tr: "TR",
  vi: "VN",
  "zh-hans": "CN",
  "zh-hant": "TW",
};

/**
 * What the board of the reader's country says of a movie.
 * @param ratings as `DE FSK 12`
 * @param country the service's; null = the main country of the reader's language
 * @returns the words on its label, as `FSK 12`; null where it has not rated it
 */
export function ageLabel(
  ratings: readonly string[],
  { country, locale }: { country: string | null; locale: Locale },
): string | null {
  const own = country ?? mainCountry[locale];
  return ratings.find((one) => one.slice(0, 2) === own)?.slice(3) ?? null;
}
