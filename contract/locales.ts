/** Languages with their own text pack (spec, section 4). `zh` and `zh-hans` are one language under two names. */
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
  "zh",
  "zh-hans",
  "zh-hant",
] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "en";

const chineseRegions: Record<string, Locale> = {
  "zh-cn": "zh-hans",
  "zh-sg": "zh-hans",
  "zh-my": "zh-hans",
  "zh-tw": "zh-hant",
  "zh-hk": "zh-hant",
  "zh-mo": "zh-hant",
};

/**
 * Maps a language tag to one of our languages: exact, then a Chinese region or script, then the tag without its region.
 * @returns undefined when there is none.
 */
export function matchLocale(tag: string): Locale | undefined {
  const wanted = tag.trim().toLowerCase().replaceAll("_", "-");
  if (isLocale(wanted)) return wanted;
  const parts = wanted.split("-");
  if (parts[0] === "zh") {
    if (parts.includes("hant")) return "zh-hant";
    if (parts.includes("hans")) return "zh-hans";
    return chineseRegions[`zh-${parts.at(-1)}`] ?? "zh";
  }
  return isLocale(parts[0]!) ? parts[0] : undefined;
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

/** Writing direction of a language. */
export function directionOf(locale: Locale): "rtl" | "ltr" {
  return locale === "ar" ? "rtl" : "ltr";
}

function isLocale(tag: string): tag is Locale {
  return (locales as readonly string[]).includes(tag);
}
