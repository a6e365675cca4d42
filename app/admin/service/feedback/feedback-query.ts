import type { InputOf } from "../../../../contract/index.ts";
import { readFilters } from "../../kit/list-url.ts";

export type FeedbackQuery = Omit<InputOf<"z/feedback/list">, "limit">;

export const states = ["open", "answered", "closed"] as const;
export const categories = ["playback", "title", "account", "payment", "idea", "other"] as const;

/** Reads the list query from a URL; the API refuses invalid values. */
export function readFeedbackQuery(search: URLSearchParams): FeedbackQuery {
  return readFilters(search, ["q", "state", "category", "uid", "cursor"]) as FeedbackQuery;
}
