import { formatMoney } from "../../../../contract/currencies.ts";
import type { OutputOf } from "../../../../contract/index.ts";

/** What came in today, a currency each, and the number of orders it was. */
export function revenueToday({ currencies }: OutputOf<"z/order/revenue">, locale: string) {
  return {
    amounts: currencies
      .filter(({ paid }) => paid > 0)
      .map(({ currency, paid }) => formatMoney({ currency, amount: paid }, locale)),
    orders: currencies.reduce((sum, { orders }) => sum + orders, 0),
  };
}
