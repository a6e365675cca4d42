import { expect, test } from "vitest";
import { revenueToday } from "./revenue.server.ts";

const sold = (currency: string, paid: number, refunded: number) => ({
  currency,
  paid,
  refunded,
  orders: 2,
  days: [],
});

test("today's revenue is what is left after refunds, also where more was refunded than came in", () => {
  const found = {
    currencies: [sold("USD", 1_000, 250), sold("EUR", 0, 300), sold("JPY", 0, 0)],
    openDisputes: 1,
  };
  const { amounts, orders, disputes } = revenueToday(found as never, "en");
  expect(amounts).toEqual(["$7.50", "-€3.00"]);
  expect([orders, disputes]).toEqual([6, 1]);
});
