import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencies, digitsOf } from "../../../contract/commerce/currencies.ts";
import { readAmount, typeAmount } from "./amounts.server.ts";

describe("amounts as they are typed", () => {
  test.each([
    ["4.99", "USD", 499],
    ["4,99", "EUR", 499],
    [" 1 000.00 ", "EUR", 100_000],
    ["5", "USD", 500],
    ["0.07", "USD", 7],
    ["500", "JPY", 500],
  ] as const)("%s %s is %d of the smallest unit", (typed, currency, amount) => {
    expect(readAmount(typed, currency)).toBe(amount);
  });

  test.each([
    ["4.9", "USD"],
    ["4.999", "USD"],
    ["5.00", "JPY"],
    ["-1.00", "USD"],
    ["1e3", "USD"],
    ["1.000,00", "EUR"],
    ["", "USD"],
    [".50", "USD"],
    ["4.99", "XXX"],
    ["4.99", ""],
  ])("%s %s is none", (typed, currency) => {
    expect(readAmount(typed, currency)).toBeNull();
  });

  test("what a form shows is read as the same amount, in every currency", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.constantFrom(...currencies),
        (amount, currency) => {
          expect(readAmount(typeAmount({ amount, currency }), currency)).toBe(amount);
          expect(typeAmount({ amount, currency }).split(".")[1]?.length ?? 0).toBe(digitsOf(currency));
        },
      ),
    );
  });
});
