import type { InputOf } from "../../../../contract/index.ts";
import { readFilters } from "../../kit/list-url.ts";

export type MovieQuery = Omit<InputOf<"z/movie/list">, "limit">;

export const movieStates = ["draft", "scheduled", "published", "ended", "deleted"] as const;
export const movieKinds = ["film", "series"] as const;
/** What can be done to many titles. */
export const bulkIntents = [
  "publish",
  "hide",
  ...(["access-free", "access-signed-in", "access-vip"] as const),
  "tag",
  "untag",
  "delete",
] as const;
export type BulkIntent = (typeof bulkIntents)[number];
const filters = ["q", "state", "access", "kind", "genre", "tag", "missing", "film"] as const;

/** The list that an address asks for; the API refuses what is no such list. */
export function readMovieQuery(search: URLSearchParams): MovieQuery {
  const { yearFrom, yearTo, ...words } = readFilters(search, [
    ...filters,
    ...(["yearFrom", "yearTo", "sort", "direction", "cursor"] as const),
  ]);
  return { ...words, ...numberOf("yearFrom", yearFrom), ...numberOf("yearTo", yearTo) } as MovieQuery;
}

/** Of it, what narrows the list: what "all that are found" means to a bulk action. */
export function filterOfMovies(query: MovieQuery) {
  const { sort: _sort, direction: _direction, cursor: _cursor, ...filter } = query;
  return filter;
}

/** What is no number is nothing that was asked for. */
function numberOf(name: string, value: string | undefined): Record<string, number> {
  return value !== undefined && /^\d{4}$/.test(value) ? { [name]: Number(value) } : {};
}
