import type { InputOf } from "../../../contract/index.ts";
import { readFilters } from "../kit/list-url.ts";

export type OrderQuery = Omit<InputOf<"z/order/list">, "limit">;

export const states = ["open", "pending", "failed", "paid", "expired", "cancelled", "refunded"] as const;
export const methods = ["stripe", "voucher", "sandbox"] as const;
export const disputeStates = ["open", "lost", "won"] as const;
const filters = ["q", "uid", "state", "method", "dispute", "plan", "from", "to"] as const;

/** The list that an address asks for; the API refuses what is no such list. */
export function readOrderQuery(search: URLSearchParams): OrderQuery {
  return readFilters(search, [...filters, "cursor"]) as OrderQuery;
}

/** Of it, what narrows the list. */
export function filterOf(query: OrderQuery): Omit<OrderQuery, "cursor"> {
  const { cursor: _cursor, ...filter } = query;
  return filter;
}
