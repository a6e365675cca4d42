/** The page's questions to its host: one name per question, the same over every bridge. */
export const questions = ["login", "currentUser", "initialised", "locale"] as const;
/** Asked on the membership pages only. A host that sells nothing does not know them, or answers null. */
export const storeQuestions = ["sells", "buy"] as const;
export type Question = (typeof questions)[number] | (typeof storeQuestions)[number];

/**
 * Asks the host one question. Resolves to its answer, unchecked; may reject, and may never settle: timeouts and checks
 * are the same for all bridges and are added in connect.ts.
 */
export type Ask = (question: Question) => Promise<unknown>;

/** The window, as a bridge needs it; tests use a plain EventTarget. */
export type HostWindow = EventTarget & { location: { origin: string } } & Record<string, unknown>;
