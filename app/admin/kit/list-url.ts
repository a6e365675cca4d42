/**
 * @returns the query of a list with some of its fields changed (null removes one). Another order or filter starts at
 * the first page again, so the cursor is dropped unless it is what changes.
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
 * A list's filters from its address: known fields only, each once, and none that is empty. The contract says which
 * values are valid; the API refuses the rest.
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
