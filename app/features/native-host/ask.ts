/** The page's questions to its host: one name per question, the same over every bridge. */
export const questions = ["login", "currentUser", "initialised", "locale"] as const;
/** `sells` and `buy` are asked on the membership pages only; a host that sells nothing need not answer them. */
export type Question = (typeof questions)[number] | "sells" | "buy";

/**
 * Asks the host one question. Resolves to its answer, unchecked; may reject, and may never settle: timeouts and checks
 * are the same for all bridges and are added in connect.ts.
 */
export type Ask = (question: Question) => Promise<unknown>;

/** The window, as a bridge needs it; tests use a plain EventTarget. */
export type HostWindow = EventTarget & { location: { origin: string } } & Record<string, unknown>;
