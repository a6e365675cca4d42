/** A size in bytes with its unit: `612 MB`, `1.4 GB`. */
export function sizeText(bytes: number, locale: string): string {
  const [value, unit] = bytes >= 999_500_000 ? [bytes / 1e9, "gigabyte"] : [bytes / 1e6, "megabyte"];
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits }).format(value);
}

/** A share from 0 to 1. Anything below 1 is never shown as 100 %. */
export function shareText(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(Math.floor(share * 100) / 100);
}

/** @param at milliseconds since 1970 */
export function dayText(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(at);
}
