import { currencies, digitsOf, type Currency } from "../../../contract/commerce/currencies.ts";

const digits = /^\d{1,9}$/;

/**
 * Converts a typed amount to the smallest unit: digit by digit, so that no fraction is ever rounded. Point or comma,
 * with as many decimals as the currency has, or none.
 * @returns null for anything else
 */
export function readAmount(typed: string, currency: string): number | null {
  if (!isCurrency(currency)) return null;
  const [whole = "", part, ...more] = typed
    .trim()
    .replace(/[\s\u00a0']/g, "")
    .split(/[.,]/);
  const places = digitsOf(currency);
  if (!digits.test(whole) || more.length > 0) return null;
  if (part !== undefined && (part.length !== places || !digits.test(part))) return null;
  return Number(whole + (part ?? "").padEnd(places, "0"));
}

/** The same amount in a form's format: `4.99`. */
export function typeAmount({ amount, currency }: { amount: number; currency: Currency }): string {
  const places = digitsOf(currency);
  if (places === 0) return String(amount);
  const all = String(amount).padStart(places + 1, "0");
  return `${all.slice(0, -places)}.${all.slice(-places)}`;
}

export function isCurrency(code: string): code is Currency {
  return (currencies as readonly string[]).includes(code);
}
