import type { InputOf } from "../../../../contract/index.ts";
import { readFilters } from "../../kit/list-url.ts";

export type FeedbackQuery = Omit<InputOf<"z/feedback/list">, "limit">;

/** Reads the list query from a URL; the API refuses invalid values. */
export function readFeedbackQuery(search: URLSearchParams): FeedbackQuery {
  return readFilters(search, ["q", "state", "category", "uid", "cursor"]) as FeedbackQuery;
}
