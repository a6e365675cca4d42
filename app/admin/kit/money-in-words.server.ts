import { currencies, formatMoney, type Currency } from "../../../contract/commerce/currencies.ts";
import type { AuditEntry } from "../../../contract/index.ts";

type Side = AuditEntry["before"];

/** Entries of the audit log with their amounts written as money: of a refund, and of a plan's prices. */
export function moneyInWords(entries: AuditEntry[], locale: string): AuditEntry[] {
  return entries.map((entry) => ({
    ...entry,
    before: sideInWords(entry.before, locale),
    after: sideInWords(entry.after, locale),
  }));
}

function sideInWords(side: Side, locale: string): Side {
  if (!side) return side;
  const { amount, currency, ...rest } = side;
  if (typeof amount === "number" && isCurrency(currency))
    return { ...rest, amount: formatMoney({ amount, currency }, locale) };
  const prices = Object.entries(side.prices ?? {}).flatMap(([code, units]) =>
    isCurrency(code) && typeof units === "number"
      ? formatMoney({ amount: units, currency: code }, locale)
      : [],
  );
  return prices.length > 0 ? { ...side, prices: prices.join(" · ") } : side;
}

function isCurrency(value: unknown): value is Currency {
  return (currencies as readonly unknown[]).includes(value);
}
