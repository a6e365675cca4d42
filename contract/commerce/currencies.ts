import { z } from "zod";
import { directionOf, type Locale } from "../locales.ts";

/**
 * Currencies for payment (ISO 4217). The smallest unit is ISO's: a cent of a dollar, a whole yen. Currencies with three
 * digits, and those that payment providers count differently from ISO, are left out.
 */
// prettier-ignore
export const currencies = [
  "AED", "ARS", "AUD", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP",
  "HKD", "IDR", "ILS", "INR", "JPY", "KRW", "MAD", "MXN", "MYR", "NOK", "NZD", "PEN", "PHP", "PLN",
  "QAR", "RON", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "VND", "ZAR",
] as const;
export const currency = z.enum(currencies);
export type Currency = z.infer<typeof currency>;

/** Money in the smallest unit of its currency: an integer, never a fraction. */
export const amount = z.int().min(0).max(1_000_000_000);
export const money = z.strictObject({ amount, currency });
export type Money = z.infer<typeof money>;

/** Currencies without a smaller unit (ISO 4217). Intl is not used, because its versions disagree on some. */
const whole: ReadonlySet<Currency> = new Set<Currency>(["CLP", "JPY", "KRW", "VND"]);

/** Decimal digits of a currency: 2 for USD, 0 for JPY. */
export function digitsOf(code: Currency): number {
  return whole.has(code) ? 0 : 2;
}

/**
 * Least charge of a currency, in smallest units: Stripe's minimum where it names one, else about a dollar. Less is not
 * asked for.
 */
// prettier-ignore
const leastCharges: Record<Currency, number> = {
  AED: 200, ARS: 150_000, AUD: 50, BRL: 50, CAD: 50, CHF: 50, CLP: 1_000, CNY: 700, COP: 450_000, CZK: 1_500,
  DKK: 250, EGP: 5_000, EUR: 50, GBP: 30, HKD: 400, IDR: 1_700_000, ILS: 400, INR: 5_000, JPY: 50, KRW: 1_400,
  MAD: 1_000, MXN: 1_000, MYR: 200, NOK: 300, NZD: 50, PEN: 400, PHP: 6_000, PLN: 200, QAR: 400, RON: 200,
  SAR: 400, SEK: 300, SGD: 50, THB: 1_000, TRY: 4_500, TWD: 3_300, UAH: 4_500, USD: 50, VND: 26_000, ZAR: 1_900,
};

/** The least that may be charged, in smallest units. */
export function leastCharge(code: Currency): number {
  return leastCharges[code];
}

/** Whether a sign such as `US$` would be read as `$US` in right-to-left text. */
function isTurned(sign: string, locale: string): boolean {
  return directionOf(locale as Locale) === "rtl" && /[A-Z]/.test(sign);
}

/** A text that keeps its left-to-right direction. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}

/**
 * Formats money as usual in a language: `€4.99`, `4,99 €`, `￥500`. Nothing is rounded.
 * @param locale one of `locales`
 */
export function formatMoney({ amount: units, currency: code }: Money, locale: string): string {
  const digits = digitsOf(code);
  const value = units / 10 ** digits;
  const shown = Number.isInteger(value) ? {} : { minimumFractionDigits: digits };
  return formatOf(locale, code, shown)
    .formatToParts(value)
    .map(({ type, value: part }) => (type === "currency" && isTurned(part, locale) ? isolated(part) : part))
    .join("");
}

const formats = new Map<string, Intl.NumberFormat>();

/** Made once: making a format costs as much as a hundred uses. */
function formatOf(
  locale: string,
  code: Currency,
  shown: { minimumFractionDigits?: number },
): Intl.NumberFormat {
  const key = `${locale} ${code} ${shown.minimumFractionDigits}`;
  const known =
    formats.get(key) ?? new Intl.NumberFormat(locale, { style: "currency", currency: code, ...shown });
  formats.set(key, known);
  return known;
}
