import { sql, type SQL } from "drizzle-orm";
import { defaultLocale, type Locale } from "../../../contract/locales.ts";

const chinese: Record<string, Locale[]> = {
  zh: ["zh", "zh-hans", "zh-hant"],
  "zh-hans": ["zh-hans", "zh", "zh-hant"],
  "zh-hant": ["zh-hant", "zh", "zh-hans"],
};

/** Languages to look for a text in, best first: the reader's, its siblings, English. The original comes last. */
export function preference(locale: Locale): Locale[] {
  const own = chinese[locale] ?? [locale];
  return own.includes(defaultLocale) ? own : [...own, defaultLocale];
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
