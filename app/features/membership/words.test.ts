import type { TFunction } from "i18next";
import { describe, expect, test } from "vitest";
import type { OutputOf, Plan } from "../../../contract/index.ts";
import { readTo } from "./return-to.server.ts";
import { chooseCurrency, planViews, standingOf } from "./words.server.ts";

/** Keys with their values, as texts. */
const t = ((key: string, more?: object) =>
  more ? `${key} ${JSON.stringify(more)}` : key) as unknown as TFunction;
const reader = { t, locale: "en" };

const plan = (id: string, months: number, amount: number): Plan => ({
  id,
  name: id,
  benefits: [],
  tier: 1,
  duration: { unit: "month", count: months },
  trialDays: id === "month" ? 7 : 0,
  renews: false,
  prices: [{ amount, currency: "USD" }, ...(id === "year" ? [] : [{ amount, currency: "EUR" as const }])],
});
const plans = [plan("month", 1, 499), plan("quarter", 3, 1299), plan("year", 12, 3999)];

describe("plans", () => {
  test("say what a month of them costs, rounded up, and what is saved, rounded down", () => {
    const cards = planViews(plans, { currency: "USD", trial: true, reader });
    expect(cards.map(({ price, aMonth, saving, best }) => [price, aMonth, saving, best])).toEqual([
      ["$4.99", null, null, false],
      ["$12.99", "$4.33", "13%", false],
      ["$39.99", "$3.34", "33%", true],
    ]);
    expect(cards.map(({ trial }) => trial)).toEqual(["7 days", null, null]);
    expect(new Set(cards.map(({ key }) => key)).size).toBe(3);
    expect(planViews(plans, { currency: "USD", trial: false, reader })[0]!.trial).toBeNull();
  });

  test("save beside the plans of their tier alone", () => {
    const gold = [plan("gold", 1, 1499), plan("gold-year", 12, 14990)].map((one) => ({ ...one, tier: 2 }));
    const cards = planViews([...plans, ...gold], { currency: "USD", trial: false, reader });
    expect(cards.map(({ saving, best }) => [saving, best])).toEqual([
      ...[
        [null, false],
        ["13%", false],
        ["33%", true],
      ],
      ...[
        [null, false],
        ["16%", true],
      ],
    ]);
  });

  test("are shown in the currency asked for, else the language's own, else the one most have", () => {
    expect(chooseCurrency(plans, "EUR", "en").currency).toBe("EUR");
    expect(chooseCurrency(plans, "XXX", "de").currency).toBe("EUR");
    expect(chooseCurrency(plans, null, "ja").currency).toBe("USD");
    // Among equals, the most widely known one.
    const wide = {
      ...plans[0]!,
      prices: (["BRL", "EUR", "USD"] as const).map((currency) => ({ amount: 1, currency })),
    };
    expect(chooseCurrency([wide], null, "ar")).toEqual({ currency: "USD", all: ["BRL", "EUR", "USD"] });
    expect(chooseCurrency([], null, "en")).toEqual({ currency: null, all: [] });
    expect(planViews(plans, { currency: "EUR", trial: true, reader }).map(({ id }) => id)).toEqual([
      "month",
      "quarter",
    ]);
  });
});

test("a membership stands as the API has it", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const none: OutputOf<"membership/read"> = {
    is_vip: false,
    tiers: [],
    vip_until: null,
    paused: null,
    graceUntil: null,
    trial: true,
    subscription: null,
    order: null,
  };
  const stands = (more: Partial<typeof none>) => standingOf({ ...none, ...more }, now, reader);
  expect(standingOf(null, now, reader)).toEqual({ kind: "none" });
  expect(stands({})).toEqual({ kind: "none" });
  expect(stands({ vip_until: "2026-11-01T00:00:00.000Z" })).toEqual({
    kind: "lapsed",
    since: "November 1, 2026",
  });
  const until = "2026-12-01T00:00:00.000Z";
  expect(stands({ is_vip: true, vip_until: until })).toMatchObject({ kind: "active", note: null });
  expect(stands({ is_vip: true, vip_until: "9999-01-01T00:00:00.000Z" })).toEqual({ kind: "forever" });
  expect(stands({ is_vip: true, vip_until: until, graceUntil: until })).toMatchObject({ kind: "grace" });
  expect(stands({ paused: { secondsLeft: 86_400 * 3 } })).toEqual({ kind: "paused", left: "3 days" });
});

test.each([
  ["/video/lake", "/video/lake"],
  ["/video/lake/2?x=1", "/video/lake/2?x=1"],
  ["https://evil.test/", null],
  ["//evil.test", null],
  ["/", null],
  ["/page/pay?order=A", null],
  ["/page/membership", null],
  [null, null],
])("after paying, %s leads to %s", (value, to) => {
  expect(readTo(value)).toBe(to);
});
