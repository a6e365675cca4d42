import type { InputOf } from "../../../../contract/index.ts";
import { readFilters } from "../../kit/list-url.ts";

export type UserQuery = Omit<InputOf<"z/user/list">, "limit">;

/** Reads the list query from a URL; the API refuses invalid values. */
export function readUserQuery(search: URLSearchParams): UserQuery {
  return readFilters(search, ["q", "role", "vip", "status", "sort", "direction", "cursor"]) as UserQuery;
}

/** The part of the query that narrows the list: the meaning of "all that are found" in a bulk action. */
export function filterOf({ q, role, vip, status }: UserQuery) {
  return { ...(q && { q }), ...(role && { role }), ...(vip && { vip }), ...(status && { status }) };
}
