import type { Missing } from "./support.ts";

const reasons = {
  worker: "downloads.noWorker",
  storage: "downloads.noStorage",
  player: "downloads.noPlayer",
  private: "downloads.noPrivate",
} as const;

/** The text that says why films can't be kept. */
export function reasonOf(missing: Missing): (typeof reasons)[Missing] {
  return reasons[missing];
}
