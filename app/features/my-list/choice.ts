import { accessLevels, type AccessLevel } from "../../../contract/catalogue/values.ts";

/** The order and the filters of the list, from the URL. A missing one is undefined. */
export type Choice = {
  sort?: "added" | "title" | "year" | undefined;
  kind?: "film" | "series" | undefined;
  access?: AccessLevel | undefined;
};

/** The values of each part of a choice; the first is the default. */
export const choices = {
  sort: ["added", "title", "year"],
  kind: ["", "film", "series"],
  access: ["", ...accessLevels],
} as const;

/** @returns the choice of a URL; an unknown value counts as missing */
export function readChoice(search: URLSearchParams): Choice {
  const said = <T extends string>(name: keyof Choice, possible: readonly T[]) =>
    possible.find((one) => one !== "" && one === search.get(name)) as Exclude<T, ""> | undefined;
  return {
    sort: said("sort", choices.sort),
    kind: said("kind", choices.kind),
    access: said("access", choices.access),
  };
}

/**
 * The query of a page with some of it changed; null or "" removes a part. Any change drops the cursor, and the mark of
 * an index route's form.
 * @returns `?a=b`, or "?" alone
 */
export function queryWith(search: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(search);
  for (const name of ["index", "cursor"]) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}
