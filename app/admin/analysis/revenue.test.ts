import { expect, test } from "vitest";
import { drawCurve } from "./draw.server.ts";
import { createPresenter } from "./presenter.server.ts";
import { revenueToday, revenueView } from "./revenue.server.ts";

const sold = (currency: string, paid: number, refunded: number) => ({
  currency,
  paid,
  refunded,
  tax: 0,
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

test("the curve is what is left after refunds, as the figures are, also on a day that gave more back", () => {
  const day = (day: string, paid: number, refunded: number) => ({ day, paid, refunded, tax: 0, orders: 1 });
  const days = [day("2026-03-01", 1_000, 0), day("2026-03-02", 500, 800)];
  const found = {
    currencies: [{ currency: "USD", paid: 1_500, refunded: 800, tax: 0, orders: 2, days }],
    members: { active: 0, began: 0, ended: 0 },
    methods: [],
    openDisputes: 0,
  };
  const presenter = createPresenter({ t: (key: string) => key, locale: "en", zone: "UTC" } as never);
  const view = revenueView(found as never, { from: "2026-03-01", to: "2026-03-02" }, presenter);
  const [chart] = view.charts;
  expect(view.tiles[0]).toMatchObject({ name: "admin.analysis.revenue.net", value: "$7.00" });
  expect(chart!.title).toBe("admin.analysis.revenue.net");
  expect(chart!.rows.map((row) => row.slice(1, 4))).toEqual([
    ["$10.00", "$10.00", "$0.00"],
    ["-$3.00", "$5.00", "$8.00"],
  ]);
  // From 10 at the top to 5 below nothing, which is two thirds of the way down.
  expect(chart!.line).toBe("M0,0L1000,260");
  expect(chart!.yTicks.some(({ label }) => label.startsWith("-$5"))).toBe(true);
});

test("a curve without values below nothing has nothing at its foot", () => {
  const drawn = drawCurve({ values: [4, 0], before: null, labelOf: String, xLabels: ["a", "b"] });
  expect(drawn.line).toBe("M0,0L1000,300");
});
