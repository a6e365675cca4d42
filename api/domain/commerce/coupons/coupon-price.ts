import { leastCharge } from "../../../../contract/commerce/currencies.ts";
import type { CouponValue, Money } from "../../../../contract/index.ts";

/**
 * What a coupon leaves of a price: nothing at all, or no less than a provider can charge.
 * @returns null for a currency that the coupon has no amount in
 */
export function couponPrice(price: Money, value: CouponValue): Money | null {
  const off = offOf(price, value);
  if (off === null) return null;
  const left = price.amount - off;
  if (left <= 0) return { ...price, amount: 0 };
  return { ...price, amount: Math.min(price.amount, Math.max(left, leastCharge(price.currency))) };
}

function offOf({ amount, currency }: Money, value: CouponValue): number | null {
  if (value.kind === "percent") return Math.round((amount * value.percent) / 100);
  return value.amounts.find((one) => one.currency === currency)?.amount ?? null;
}
