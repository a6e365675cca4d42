import type { Outcome } from "../../kit/outcome.ts";

/** The answer of an action on keys. `made`: a new key, shown this once; without a token it was shown before. */
export type KeyOutcome = Outcome & { made?: { name: string; token: string | null } };

/** Where the new key is on the page. */
export const madeId = "made-key";
