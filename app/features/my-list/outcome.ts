import type { KeptFavourite, KeptProgress } from "../../../contract/index.ts";

/** What an action of the list or of the history has done, for the page to say. */
export type Outcome =
  /** `kept` is what was removed, as JSON: what undo sends back. */
  | { done: "removed"; ids: string[]; kept: string }
  | { done: "restored"; ids: string[] }
  | { done: "cleared" | "recording" }
  | { failed: string; ids: string[] };

/** @returns what a form says was removed; nothing for anything that is no such list. The API judges the entries. */
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
