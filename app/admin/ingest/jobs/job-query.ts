import type { InputOf } from "../../../../contract/index.ts";
import { readFilters } from "../../kit/list-url.ts";

export type JobQuery = Omit<InputOf<"z/job/list">, "limit">;

/** Reads the list query from a URL; the API refuses values that do not exist. */
export function readJobQuery(search: URLSearchParams): JobQuery {
  return readFilters(search, ["kind", "state", "movie", "cursor"]) as JobQuery;
}
