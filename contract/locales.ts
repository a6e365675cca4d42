/** Languages with their own text pack (spec, section 4). */
export const locales = [
  "ar",
  "de",
  "en",
  "id",
  "ja",
  "ko",
  "ms",
  "pt",
  "th",
  "tr",
  "vi",
  "zh-hans",
  "zh-hant",
] as const;
export type Locale = (typeof locales)[number];

/** Further codes for some of them: read like the language they stand for, never stored or answered. */
const aliases = { zh: "zh-hans" } as const satisfies Record<string, Locale>;
type Alias = keyof typeof aliases;

/** Every code that stands for a language, in addresses and calls (the fourteen of the spec). */
export const localeCodes: readonly (Locale | Alias)[] = [
  ...locales,
  ...(Object.keys(aliases) as Alias[]),
].sort();

export const defaultLocale: Locale = "en";

/** Where Chinese is written in traditional characters. */
const traditionalRegions = ["tw", "hk", "mo"];

/** @returns the language that a code stands for; undefined for a code that is none of `localeCodes` */
export function localeOfCode(code: string): Locale | undefined {
  return (
    locales.find((locale) => locale === code) ??
    (Object.hasOwn(aliases, code) ? aliases[code as Alias] : undefined)
  );
}

/**
 * Maps a language tag to one of our languages: exact, then a Chinese region or script, then the tag without its region.
 * @returns undefined when there is none.
 */
export function matchLocale(tag: string): Locale | undefined {
  const wanted = tag.trim().toLowerCase().replaceAll("_", "-");
  const exact = localeOfCode(wanted);
  if (exact) return exact;
  const parts = wanted.split("-");
  if (parts[0] === "zh") {
    if (parts.includes("hant")) return "zh-hant";
    return traditionalRegions.includes(parts.at(-1)!) && !parts.includes("hans") ? "zh-hant" : "zh-hans";
  }
  return localeOfCode(parts[0]!);
}

/**
 * The best language of an Accept-Language header (RFC 9110, 12.5.4). Unknown languages and a missing or malformed
 * header give English. Never throws; reads at most 20 tags.
 */
export function localeOf(acceptLanguage: string | null | undefined): Locale {
  if (!acceptLanguage) return defaultLocale;
  const ranked = acceptLanguage
    .slice(0, 500)
    .split(",", 20)
    .map((part, order) => {
      const [tag = "", ...parameters] = part.split(";");
      const q = parameters.map((p) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(p)?.[1]).find(Boolean);
      return { tag, q: q === undefined ? 1 : Number(q), order };
    })
    .filter(({ tag, q }) => tag.trim() !== "" && q > 0)
    .sort((a, b) => b.q - a.q || a.order - b.order);
  for (const { tag } of ranked) {
    const match = matchLocale(tag);
    if (match) return match;
  }
  return defaultLocale;
}

/** A language as HTML and feeds name it (BCP 47): `zh-hant` is `zh-Hant`. */
export function languageTag(locale: Locale): string {
  return locale.replace(/-[a-z]/, (script) => script.toUpperCase());
}

/** Writing direction of a language. */
export function directionOf(locale: Locale): "rtl" | "ltr" {
  return locale === "ar" ? "rtl" : "ltr";
}
