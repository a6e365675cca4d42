import { sql, type SQL } from "drizzle-orm";
import { defaultLocale, type Locale } from "../../../contract/locales.ts";

/** Of two ways to write one language, the other one is better than English. */
const sibling: Partial<Record<Locale, Locale>> = { "zh-hans": "zh-hant", "zh-hant": "zh-hans" };

/** Languages to look for a text in, best first: the reader's, its sibling, English. The original comes last. */
export function preference(locale: Locale): Locale[] {
  return [...new Set([locale, sibling[locale] ?? locale, defaultLocale])];
}

/** ORDER BY term that puts the text in the best language first. */
export function byPreference(column: SQL | object, locale: Locale): SQL {
  const wanted = sql.join(
    preference(locale).map((tag) => sql`${tag}`),
    sql`, `,
  );
  return sql`array_position(array[${wanted}]::text[], ${column}) nulls last`;
}

/** The entry of a `{locale: text}` record in the best available language. */
export function pick<T>(texts: Record<string, T>, locale: Locale): T | undefined {
  for (const tag of preference(locale)) if (texts[tag] !== undefined) return texts[tag];
  return Object.values(texts)[0];
}
