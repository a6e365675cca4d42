import type { Missing } from "./support.ts";

const reasons = {
  worker: "downloads.noWorker",
  storage: "downloads.noStorage",
  player: "downloads.noPlayer",
  private: "downloads.noPrivate",
} as const;

/** The text that says why downloads are not possible. */
export function reasonOf(missing: Missing): (typeof reasons)[Missing] {
  return reasons[missing];
}
