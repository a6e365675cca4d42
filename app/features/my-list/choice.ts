import { accessLevels, type AccessLevel } from "../../../contract/catalogue/access-levels.ts";

/** How the list is shown: the URL says it. What it doesn't say is undefined. */
export type Choice = {
  sort?: "added" | "title" | "year" | undefined;
  kind?: "film" | "series" | undefined;
  access?: AccessLevel | undefined;
};

/** What each part of a choice can be, the first being what an unsaid one means. */
export const choices = {
  sort: ["added", "title", "year"],
  kind: ["", "film", "series"],
  access: ["", ...accessLevels],
} as const;

/** @returns the choice of a URL; a word that is none of a part's is taken for unsaid */
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
 * The query of a page with some of it changed; null or "" takes a part out. A place in the list goes with any change,
 * and so does the mark of an index route's form.
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
