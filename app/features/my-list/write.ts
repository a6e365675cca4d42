import { codes } from "../../../contract/codes.ts";
import { succeeded } from "../../../contract/envelope.ts";
import type { Envelope, KeptFavourite, KeptProgress } from "../../../contract/index.ts";
import { inPieces, readKept, type Outcome } from "./outcome.ts";

/** Ids of one removal: as many as the API takes. */
const idsAtOnce = 100;

/** A list's page for a loader; empty without a valid session. */
export function pageOr<P>(
  answer: Envelope<P> | null,
  { empty, unwrap }: { empty: P; unwrap: (envelope: Envelope<P>) => P },
): P {
  return answer === null || answer.c === codes.unauthorised.c ? empty : unwrap(answer);
}

/**
 * Removes movies by a call of the API.
 * @returns the removed entries, for undo; null if there were none
 */
export async function removeMovies<T extends KeptFavourite | KeptProgress>(
  ids: string[],
  remove: (ids: string[]) => Promise<Envelope<{ removed: T[] }>>,
): Promise<Outcome | null> {
  const removed: T[] = [];
  for (const piece of inPieces(ids, idsAtOnce)) {
    const answer = await remove(piece);
    if (!succeeded(answer)) return { failed: answer.m, ids };
    removed.push(...answer.d.removed);
  }
  if (removed.length === 0) return null;
  return { done: "removed", ids: [...new Set(removed.map(({ id }) => id))], kept: JSON.stringify(removed) };
}

/**
 * Undoes a removal by a call of the API.
 * @param said the removed entries, as the form names them
 * @param atOnce number of entries that fit into one call
 */
export async function restoreMovies<T extends KeptFavourite | KeptProgress>(
  said: FormDataEntryValue | null,
  { atOnce, restore }: { atOnce: number; restore: (items: T[]) => Promise<Envelope<object>> },
): Promise<Outcome | null> {
  const kept = readKept<T>(said);
  for (const items of inPieces(kept, atOnce)) {
    const answer = await restore(items);
    if (!succeeded(answer)) return { failed: answer.m, ids: [] };
  }
  return kept.length === 0 ? null : { done: "restored", ids: kept.map(({ id }) => id) };
}

/** HTTP status of an answer with an outcome: a refusal is no success, also for clients that read only the status. */
export function statusOf(outcome: Outcome | null): 200 | 422 {
  return outcome && "failed" in outcome ? 422 : 200;
}
