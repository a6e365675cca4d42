import { formatMoney } from "../../../../contract/commerce/currencies.ts";
import type { OutputOf } from "../../../../contract/index.ts";

/** What came in today, a currency each, the number of orders it was, and what payers dispute. */
export function revenueToday({ currencies, openDisputes }: OutputOf<"z/order/revenue">, locale: string) {
  return {
    amounts: currencies
      .filter(({ paid }) => paid > 0)
      .map(({ currency, paid }) => formatMoney({ currency, amount: paid }, locale)),
    disputes: openDisputes,
    orders: currencies.reduce((sum, { orders }) => sum + orders, 0),
  };
}
