import type { KeptFavourite, KeptProgress } from "../../../contract/index.ts";

/** The result of an action of the list or of the history, for the page to show. */
export type Outcome =
  /** `kept` is the removed entries, as JSON: undo sends it back. */
  | { done: "removed"; ids: string[]; kept: string }
  | { done: "restored"; ids: string[] }
  | { done: "cleared" | "recording" }
  | { failed: string; ids: string[] };

/** @returns the removed entries a form names; nothing for an invalid list. The API validates the entries. */
export function readKept<T extends KeptFavourite | KeptProgress>(said: FormDataEntryValue | null): T[] {
  try {
    const kept: unknown = JSON.parse(String(said));
    return Array.isArray(kept) ? (kept as T[]) : [];
  } catch {
    return [];
  }
}

/** Pieces of a list that each fit into one call. */
export function inPieces<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, order) =>
    list.slice(order * size, (order + 1) * size),
  );
}
