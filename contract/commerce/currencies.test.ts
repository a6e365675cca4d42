import { expect, test } from "vitest";
import { formatMoney } from "./currencies.ts";

test("money is written as people of a language write it, and nothing of it is rounded away", () => {
  const said = (amount: number, currency: "USD" | "JPY" | "EUR", locale: string) =>
    formatMoney({ amount, currency }, locale)
      .replaceAll(/[\u00a0\u200f]/g, " ")
      .trim();
  expect(said(499, "USD", "en")).toBe("$4.99");
  expect(said(44_990, "EUR", "de")).toBe("449,90 €");
  expect(said(1, "USD", "en")).toBe("$0.01");
  expect(said(6980, "JPY", "ja")).toBe("￥6,980");
});

test("between Arabic letters a sign in Latin ones stays in one piece: US$, not $US", () => {
  expect(formatMoney({ amount: 499, currency: "USD" }, "ar")).toContain("\u2066US$\u2069");
  expect(formatMoney({ amount: 499, currency: "SAR" }, "ar")).not.toContain("\u2066");
});
