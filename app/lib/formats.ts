const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const names = new Map<string, Intl.DisplayNames>();
const regions = new Map<string, string>();

/** Formats are made once for each language and form: making one costs as much as a hundred uses. */
function once<F>(made: Map<string, F>, locale: string, options: object, make: () => F): F {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = made.get(key);
  if (known) return known;
  const format = make();
  made.set(key, format);
  return format;
}

/** @param options one of a few forms, not made of what users send */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once(numbers, locale, options, () => new Intl.NumberFormat(locale, options));
}

/** @param options one of a few forms, not made of what users send */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(dates, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** Lists names with the language's own commas, and an "and" where its short form has one. */
export function listFormat(locale: string): Intl.ListFormat {
  return new Intl.ListFormat(locale, { type: "conjunction", style: "narrow" });
}

/** The names of languages. */
export function languageNames(locale: string): Intl.DisplayNames {
  return once(names, locale, {}, () => new Intl.DisplayNames([locale], { type: "language" }));
}

/** A language with its most usual region: `zh_TW`. */
export function withRegion(locale: string): string {
  return once(regions, locale, {}, () => {
    const { language, region } = new Intl.Locale(locale).maximize();
    return `${language}_${region}`;
  });
}

/** Facts in a row. Each is isolated, or numbers and Latin letters would swap places in Arabic. */
export function sideBySide(facts: readonly (string | null | false)[]): string {
  return facts
    .filter(Boolean)
    .map((fact) => `\u2068${fact}\u2069`)
    .join(" · ");
}
