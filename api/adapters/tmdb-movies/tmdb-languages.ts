import { localeOfCode, type Locale } from "../../../contract/locales.ts";

/**
 * TMDB's tags for each of our languages, best first: a translation there has a language and a country. Portuguese is
 * Brazilian here, as in our texts.
 */
export const tmdbTags: Record<Locale, readonly [string, ...string[]]> = {
  ar: ["ar-SA", "ar-AE"],
  de: ["de-DE", "de-AT", "de-CH"],
  en: ["en-US", "en-GB"],
  id: ["id-ID"],
  ja: ["ja-JP"],
  ko: ["ko-KR"],
  ms: ["ms-MY", "ms-SG"],
  pt: ["pt-BR", "pt-PT"],
  th: ["th-TH"],
  tr: ["tr-TR"],
  vi: ["vi-VN"],
  "zh-hans": ["zh-CN", "zh-SG"],
  "zh-hant": ["zh-TW", "zh-HK"],
};

/** The best of several translations in one of our languages: one of its tags, else, but for Chinese, any country's. */
export function translationFor<T extends { iso_639_1: string; iso_3166_1: string }>(
  translations: readonly T[],
  locale: Locale,
): T | undefined {
  const tags = tmdbTags[locale];
  const tagged = tags.flatMap((tag) =>
    translations.filter((one) => `${one.iso_639_1}-${one.iso_3166_1}` === tag),
  );
  // Two scripts share the code `zh`.
  const others = locale.startsWith("zh") ? [] : translations.filter((one) => one.iso_639_1 === locale);
  return tagged[0] ?? others[0];
}

/** TMDB's codes that stand for another language than in BCP 47, or for none. */
const ownCodes: Record<string, string | null> = { cn: "zh-hant", mo: "ro", xx: null, sh: "sr" };

/** TMDB's code of an original language in the form in which the catalogue stores it. */
export function originalLanguageOf(code: string): string | null {
  if (Object.hasOwn(ownCodes, code)) return ownCodes[code]!;
  return /^[a-z]{2,3}$/.test(code) ? (localeOfCode(code) ?? code) : null;
}
