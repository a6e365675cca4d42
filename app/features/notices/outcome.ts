/** The result of a write in the inbox. */
export type Outcome = { done: "removed" | "cleared" | "seenAll" } | { failed: string };
