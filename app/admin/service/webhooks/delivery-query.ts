import { readFilters } from "../../kit/list-url.ts";

export type DeliveryQuery = Partial<Record<"endpoint" | "state" | "type" | "cursor", string>>;

export function readDeliveryQuery(search: URLSearchParams): DeliveryQuery {
  return readFilters(search, ["endpoint", "state", "type", "cursor"]);
}
