import type { InputOf } from "../../../../contract/index.ts";
import { accessLevels, vipLevels, type AccessLevel } from "../../../../contract/catalogue/values.ts";
import { readFilters } from "../../kit/list-url.ts";

export type MovieQuery = Omit<InputOf<"z/movie/list">, "limit">;

/** The bulk actions on movies. */
export const bulkIntents = [
  "publish",
  "hide",
  ...accessLevels.map((level) => `access-${level}` as const),
  "tag",
  "untag",
  "delete",
] as const;
export type BulkIntent = (typeof bulkIntents)[number];

/** The bulk actions on a service that offers these levels. */
export function offeredIntents(levels: readonly AccessLevel[]): BulkIntent[] {
  const closed = vipLevels.filter((level) => !levels.includes(level)).map((level) => `access-${level}`);
  return bulkIntents.filter((intent) => !closed.includes(intent));
}

const filters = ["q", "state", "access", "kind", "genre", "tag", "missing", "film"] as const;

/** Reads the list query from a URL; the API refuses invalid values. */
export function readMovieQuery(search: URLSearchParams): MovieQuery {
  const { yearFrom, yearTo, ...words } = readFilters(search, [
    ...filters,
    "yearFrom",
    "yearTo",
    "sort",
    "direction",
    "cursor",
  ]);
  return { ...words, ...numberOf("yearFrom", yearFrom), ...numberOf("yearTo", yearTo) } as MovieQuery;
}

/** The part of the query that narrows the list: the meaning of "all that are found" in a bulk action. */
export function filterOfMovies(query: MovieQuery) {
  const { sort: _sort, direction: _direction, cursor: _cursor, ...filter } = query;
  return filter;
}

/** A value that is no number counts as not given. */
function numberOf(name: string, value: string | undefined): Record<string, number> {
  return value !== undefined && /^\d{4}$/.test(value) ? { [name]: Number(value) } : {};
}
