import type { Outcome } from "../../kit/outcome.ts";

/** The answer of an action on endpoints. `secret`: a new one, shown this once. */
export type WebhookOutcome = Outcome & { secret?: string };

/** Where the new secret, and the log, are on the page. */
export const secretId = "secret";
export const logId = "log";
