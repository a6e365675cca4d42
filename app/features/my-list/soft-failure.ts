import { data, isRouteErrorResponse } from "@remix-run/react";
import type { Outcome } from "./outcome.ts";

/**
 * Runs a route's action from the browser so that a lost connection is a notice over the page, not an error screen in
 * its place. Its text is the error's name (spec, section 8); the status keeps the page from asking for its data anew.
 */
export async function softly(request: Request, serverAction: () => Promise<unknown>): Promise<unknown> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (isRouteErrorResponse(error) || !(error instanceof Error)) throw error;
    const outcome: Outcome = { failed: error.name, ids: form.getAll("id").map(String) };
    return data(outcome, { status: 503 });
  }
}
