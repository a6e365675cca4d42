/**
 * @returns the query of a list with some of its fields changed (null takes one out). Another order or filter begins
 *   at the first page again, so the place in the list goes unless it is what changes.
 */
export function queryWith(search: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(search);
  if (!("cursor" in changes)) next.delete("cursor");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

/**
 * A list's filters as its address has them: known fields alone, each once, and none that is empty.
 * What a field may be is the contract's to say; the API refuses the rest.
 */
export function readFilters<N extends string>(
  search: URLSearchParams,
  names: readonly N[],
): Partial<Record<N, string>> {
  const found: Partial<Record<N, string>> = {};
  for (const name of names) {
    const value = search.get(name)?.trim();
    if (value) found[name] = value;
  }
  return found;
}
