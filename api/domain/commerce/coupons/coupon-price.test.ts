import fc from "fast-check";
import { expect, test } from "vitest";
import { leastCharge } from "../../../../contract/commerce/currencies.ts";
import { couponPrice } from "./coupon-price.ts";

const usd = (amount: number) => ({ amount, currency: "USD" as const });
const percent = (part: number) => ({ kind: "percent" as const, percent: part });
const off = (amount: number) => ({ kind: "amount" as const, amounts: [usd(amount)] });

test("a part is taken off, rounded to the nearest unit, or an amount", () => {
  expect(couponPrice(usd(499), percent(25))).toEqual(usd(374));
  expect(couponPrice(usd(499), off(100))).toEqual(usd(399));
  expect(couponPrice({ amount: 500, currency: "JPY" }, percent(33))).toEqual({
    amount: 335,
    currency: "JPY",
  });
});

test("all of it costs nothing, and almost all of it the least that can be charged", () => {
  expect(couponPrice(usd(499), percent(100))).toEqual(usd(0));
  expect(couponPrice(usd(499), off(900))).toEqual(usd(0));
  expect(couponPrice(usd(499), percent(99))).toEqual(usd(50));
  expect(couponPrice(usd(499), off(498))).toEqual(usd(50));
});

test("a currency without an amount has no price with it", () => {
  expect(couponPrice({ amount: 500, currency: "JPY" }, off(100))).toBeNull();
});

test("no coupon makes anything dearer, and none asks for less than the least charge", () => {
  const value = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(percent),
    fc.integer({ min: 1, max: 100_000 }).map(off),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), value, (amount, one) => {
      const after = couponPrice(usd(amount), one)!.amount;
      expect(after).toBeLessThanOrEqual(amount);
      expect(after === 0 || after >= Math.min(amount, leastCharge("USD"))).toBe(true);
    }),
  );
});
