import type { AccessLevel } from "../../../contract/catalogue/values.ts";
import type { SearchSort } from "../../../contract/index.ts";

/** The query in a search page's address, which is the whole state of the page. */
export type Query = {
  q?: string;
  genre?: string;
  year?: number;
  /** First year of the decade. */
  decade?: number;
  kind?: "film" | "series";
  access?: AccessLevel;
  sort?: SearchSort;
  cursor?: string;
};

const longest = 100;

/** Reads an address. Invalid values are left out: a mistyped link still searches. */
export function readQuery(search: URLSearchParams): Query {
  const value = (name: string, pattern: RegExp) => {
    const text = search.get(name) ?? "";
    return pattern.test(text) ? text : undefined;
  };
  const number = (name: string, pattern: RegExp) => {
    const text = value(name, pattern);
    return text === undefined ? undefined : Number(text);
  };

  const q = (search.get("q") ?? "").replaceAll("\u0000", "").toWellFormed().trim();
  return {
    q: [...q].slice(0, longest).join("").trim() || undefined,
    genre: value("genre", /^[a-z][a-z-]{0,31}$/),
    year: number("year", /^(18[7-9]\d|19\d\d|20\d\d)$/),
    decade: number("decade", /^(18[7-9]|19\d|20\d)0$/),
    kind: value("kind", /^(film|series)$/) as Query["kind"],
    access: value("access", /^(free|signed-in|vip)$/) as Query["access"],
    sort: value("sort", /^(relevance|popular|new)$/) as Query["sort"],
    cursor: value("cursor", /^[\w-]{1,512}$/),
  };
}

/** The address of a search page. A changed search starts at its first page, so `cursor` must be given to be kept. */
export function searchUrl(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === "" ? "/page/search" : `/page/search?${text}`;
}

/** Number of filters that narrow a search. */
export function filterCount({ genre, year, decade, kind, access }: Query): number {
  return [genre, year, decade, kind, access].filter((value) => value !== undefined).length;
}

/** Whether the query asks for anything at all. */
export function asksForSomething(query: Query): boolean {
  return query.q !== undefined || filterCount(query) > 0 || query.sort === "new" || query.sort === "popular";
}
