import { isRouteErrorResponse, type ClientActionFunctionArgs } from "@remix-run/react";

/** Statuses of a server, or of a proxy before it, that had no time for the form. */
const busyStatuses = [502, 503, 504];

/** A form that the server has not answered: without a network, by a busy server, or by a proxy's own page. */
class Unsent extends Error {
  reason: "offline" | "busy";
  constructor(reason: Unsent["reason"], message = "") {
    super(message);
    this.reason = reason;
  }
}

/** `message`: offline, the error's name; else the server's own words in the user's language, or "". */
type Notice = Pick<Unsent, "reason" | "message">;

let tell: (notice: Notice) => void = () => {};
let sessionKnown: Promise<unknown> = Promise.resolve();

/** Sets what shows that a form was not sent. */
export function whenUnsent(listener: (notice: Notice) => void): void {
  tell = listener;
}

/**
 * Lets forms wait until start-up knows the session. Without one, the server creates a guest for what a form writes, and
 * the guest that start-up creates at the same time would take its place.
 */
export function holdForms(until: Promise<unknown>): void {
  sessionKnown = until;
}

/** The `clientAction` of routes whose forms create a guest. */
export async function heldClientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  await sessionKnown;
  return serverAction();
}

/**
 * Sends a form to its action. Called by Remix for every form and fetcher, where scripts/bundle/remix-mended.ts inserts
 * it.
 * @throws Unsent, if the action did not answer
 */
export async function sendForm<Answer extends { status: number; data: unknown }>(
  send: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await send().catch((error: unknown) => {
    if (signal.aborted) throw error;
    // What `fetch` rejects with, told by its name (spec, section 8); an answer that is none of Remix's is an Error.
    throw error instanceof TypeError ? new Unsent("offline", error.name) : new Unsent("busy");
  });
  const { error } = (answer.data ?? {}) as { error?: unknown };
  if (!isRouteErrorResponse(error) || !busyStatuses.includes(error.status)) return answer;
  const { message } = (error.data ?? {}) as { message?: unknown };
  throw new Unsent("busy", typeof message === "string" ? message : "");
}

/**
 * Whether an action's result is that nothing answered, which is then told. Remix's router leaves the page as it is: its
 * place, its data, what was typed, and the result of the form before (scripts/bundle/remix-mended.ts).
 */
export function isUnsent(result: { error?: unknown }): boolean {
  if (!(result.error instanceof Unsent)) return false;
  tell(result.error);
  return true;
}
