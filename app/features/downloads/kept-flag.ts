import { keptFlag } from "./protocol.ts";

/** Whether any download exists, so that loading the store's code pays off. */
export function isAnythingKept(): boolean {
  try {
    return localStorage.getItem(keptFlag) !== null;
  } catch {
    return false;
  }
}
