/** What the page asks of its host: one name a question, the same over every bridge. */
export const questions = ["login", "currentUser", "initialised", "locale"] as const;
/** Asked on the pages about membership alone. A host that sells nothing by itself knows them not, or answers null. */
export const storeQuestions = ["sells", "buy"] as const;
export type Question = (typeof questions)[number] | (typeof storeQuestions)[number];

/**
 * Puts one question to the host. Resolves to whatever it answers, unchecked; may reject, and may never settle: patience
 * and checks are the same for all bridges and are added in connect.ts.
 */
export type Ask = (question: Question) => Promise<unknown>;

/** The window, as a bridge needs it; a test's is an EventTarget of its own. */
export type HostWindow = EventTarget & { location: { origin: string } } & Record<string, unknown>;
