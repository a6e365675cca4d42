import { formatMoney } from "../../../../contract/commerce/currencies.ts";
import type { OutputOf } from "../../../../contract/index.ts";

/** Today's income per currency, the number of orders, and open disputes. */
export function revenueToday({ currencies, openDisputes }: OutputOf<"z/order/revenue">, locale: string) {
  return {
    amounts: currencies
      .filter(({ paid }) => paid > 0)
      .map(({ currency, paid }) => formatMoney({ currency, amount: paid }, locale)),
    disputes: openDisputes,
    orders: currencies.reduce((sum, { orders }) => sum + orders, 0),
  };
}
