import type { InputOf } from "../../../contract/index.ts";
import { readFilters } from "../kit/list-url.ts";

export type OrderQuery = Omit<InputOf<"z/order/list">, "limit">;

const filters = ["q", "uid", "state", "method", "dispute", "plan", "from", "to"] as const;

/** Reads the list query from a URL; the API refuses invalid values. */
export function readOrderQuery(search: URLSearchParams): OrderQuery {
  return readFilters(search, [...filters, "cursor"]) as OrderQuery;
}

/** The part of the query that narrows the list. */
export function filterOf(query: OrderQuery): Omit<OrderQuery, "cursor"> {
  const { cursor: _cursor, ...filter } = query;
  return filter;
}
