import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";

/** A write that never reached the server. `ids` are the entries its form named. */
export type Unsent = { unsent: true; failed: string; ids: string[] };

let sessionKnown: Promise<unknown> = Promise.resolve();

/**
 * Lets forms wait until start-up knows the session. Without one, the server creates a guest for what a form writes, and
 * the guest that start-up creates at the same time would take its place.
 */
export function holdForms(until: Promise<unknown>): void {
  sessionKnown = until;
}

/**
 * Runs a route's action from the browser (its `clientAction`) so that a lost connection is a notice over the page, not
 * an error screen. `failed` is the error's name, for toasts (spec, section 8). Routes check `isUnsent` in their
 * `shouldRevalidate`: a reload over the same connection would only fail too.
 */
async function softly<T>(request: Request, serverAction: () => Promise<T>): Promise<T | Unsent> {
  const form = await request.clone().formData();
  await sessionKnown;
  try {
    return await serverAction();
  } catch (error) {
    if (isRouteErrorResponse(error) || !(error instanceof Error)) throw error;
    return { unsent: true, failed: error.name, ids: form.getAll("id").map(String) };
  }
}

/** Whether an action's result says that nothing was sent. */
export function isUnsent(result: unknown): boolean {
  return typeof result === "object" && result !== null && "unsent" in result;
}

/** A route's `clientAction` that runs its action through `softly`. */
export const softClientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  softly<unknown>(request, serverAction);

/** The matching `shouldRevalidate`: an unsent write has changed nothing. */
export const revalidateWhatWasSent = (args: ShouldRevalidateFunctionArgs) =>
  !isUnsent(args.actionResult) && args.defaultShouldRevalidate;
