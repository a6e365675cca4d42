import { keptFlag } from "./protocol.ts";

/** Whether a look at the store is worth its code. */
export function isAnythingKept(): boolean {
  try {
    return localStorage.getItem(keptFlag) !== null;
  } catch {
    return false;
  }
}
