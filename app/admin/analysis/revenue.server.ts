import { digitsOf, formatMoney } from "../../../contract/commerce/currencies.ts";
import type { OutputOf } from "../../../contract/index.ts";
import { drawCurve } from "./draw.server.ts";
import type { Presenter } from "./presenter.server.ts";
import type { Bars, Chart, RevenueView, Tile } from "./view.ts";
import { numberFormat } from "../../lib/formats.ts";

type Revenue = OutputOf<"z/order/revenue">;
type Sold = Revenue["currencies"][number];

/** Number of currencies with a curve: those with most orders. Every currency has its figures. */
const mostCurves = 2;

/** Income after refunds, and memberships that started and ended. Amounts of different currencies are never added up. */
export function revenueView(
  found: Revenue,
  range: { from: string; to: string },
  presenter: Presenter,
): RevenueView {
  const { t } = presenter;
  const { members, methods } = found;
  const before = members.active + members.ended - members.began;
  const sold = [...found.currencies].sort((a, b) => b.orders - a.orders);
  const tiles: Tile[] = [
    ...sold.map((one): Tile => ({
      name: t("admin.analysis.revenue.net", { currency: one.currency }),
      value: formatMoney({ currency: one.currency, amount: one.paid - one.refunded }, presenter.locale),
      note: t("admin.analysis.revenue.orders", {
        number: presenter.whole(one.orders),
        refunded: formatMoney({ currency: one.currency, amount: one.refunded }, presenter.locale),
      }),
    })),
    ...sold.flatMap((one) => netOfTax(one, presenter)),
    { name: t("admin.count.vips"), value: presenter.whole(members.active), note: null },
    { name: t("admin.analysis.revenue.began"), value: presenter.whole(members.began), note: null },
    {
      name: t("admin.analysis.revenue.ended"),
      value: presenter.whole(members.ended),
      note:
        before > 0
          ? t("admin.analysis.revenue.share", {
              percent: presenter.percent(Math.min(1, members.ended / before)),
            })
          : null,
    },
  ];
  return {
    tiles,
    charts: sold.slice(0, mostCurves).map((one) => incomeCurve(one, range, presenter)),
    methods: methodBars(methods, presenter),
  };
}

/** What is left of the income without its taxes. @returns nothing where no tax was worked out */
function netOfTax({ currency, paid, refunded, tax }: Sold, { t, locale }: Presenter): Tile[] {
  if (tax === 0) return [];
  const money = (amount: number) => formatMoney({ currency, amount }, locale);
  return [
    {
      name: t("admin.analysis.revenue.netOfTax", { currency }),
      value: money(paid - refunded - tax),
      note: t("admin.analysis.revenue.tax", { tax: money(tax) }),
    },
  ];
}

function incomeCurve(sold: Sold, range: { from: string; to: string }, presenter: Presenter): Chart {
  const { t, locale } = presenter;
  const days = daysOf(range);
  const known = new Map(sold.days.map((one) => [one.day, one]));
  const of = (day: string) => known.get(day) ?? { paid: 0, refunded: 0, tax: 0, orders: 0 };
  const money = (amount: number) => formatMoney({ currency: sold.currency, amount }, locale);
  // Axis labels are short; the table behind them is exact to the last unit.
  const short = (amount: number) =>
    numberFormat(locale, {
      style: "currency",
      currency: sold.currency,
      notation: "compact",
      maximumFractionDigits: 1,
    }).format(amount / 10 ** digitsOf(sold.currency));
  const net = (day: string) => of(day).paid - of(day).refunded;
  const values = days.map(net);
  const { currency } = sold;
  const title = t("admin.analysis.revenue.net", { currency });
  const unit = t("admin.analysis.revenue.perDay");
  return {
    id: `income-${sold.currency}`,
    title,
    unit,
    summary: t("admin.analysis.summary", {
      title,
      unit,
      range: presenter.range(range),
      low: money(Math.min(...values)),
      high: money(Math.max(...values)),
    }),
    ...drawCurve({ values, before: null, labelOf: short, xLabels: days.map(presenter.day) }),
    columns: [
      t("admin.analysis.day"),
      title,
      t("admin.analysis.revenue.income", { currency }),
      t("admin.analysis.revenue.refunded"),
      ...(sold.tax === 0 ? [] : [t("admin.order.tax")]),
      t("admin.section.orders"),
    ],
    rows: days.map((day) => [
      presenter.fullDay(day),
      money(net(day)),
      money(of(day).paid),
      money(of(day).refunded),
      ...(sold.tax === 0 ? [] : [money(of(day).tax)]),
      presenter.whole(of(day).orders),
    ]),
  };
}

function methodBars(methods: Revenue["methods"], presenter: Presenter): Bars {
  const { t } = presenter;
  const most = Math.max(1, ...methods.map(({ orders }) => orders));
  return {
    id: "methods",
    title: t("admin.plan.methods"),
    columns: { name: t("admin.order.method"), value: t("admin.section.orders"), change: null },
    rows: methods
      .filter(({ orders }) => orders > 0)
      .map(({ method, orders }) => ({
        key: method,
        name: t(`admin.payMethod.${method}`),
        value: presenter.whole(orders),
        share: orders / most,
        change: null,
      })),
    none: t("admin.analysis.revenue.none"),
    csv: null,
  };
}

function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** Today's income per currency, less what was refunded today, the number of orders, and open disputes. */
export function revenueToday({ currencies, openDisputes }: Revenue, locale: string) {
  return {
    amounts: currencies
      .filter(({ paid, refunded }) => paid > 0 || refunded > 0)
      .map(({ currency, paid, refunded }) => formatMoney({ currency, amount: paid - refunded }, locale)),
    disputes: openDisputes,
    orders: currencies.reduce((sum, { orders }) => sum + orders, 0),
  };
}
