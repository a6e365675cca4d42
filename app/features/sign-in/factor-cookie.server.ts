import { redirect, type AppLoadContext } from "@remix-run/node";
import type { PendingFactor } from "../../../contract/envelope.ts";
import { createStepCookie } from "./step-cookie.server.ts";

const cookie = createStepCookie("matinee-factor");
/** Seconds it is stored in the browser: the ticket's lifetime. */
const waitsS = 10 * 60;

/** Goes on to the page that asks for the second factor. The ticket is in this browser's cookie alone. */
export function askFactor(
  { ticket, app, passkeys }: PendingFactor,
  { to, inAdmin, context }: { to: string; inAdmin: string; context: AppLoadContext },
): Response {
  const query = new URLSearchParams({
    ...(to !== "/" && { to }),
    ...(inAdmin === "1" && { inAdmin }),
    ...(passkeys && { keys: app ? "too" : "only" }),
  });
  return redirect(`/page/login/factor${query.size > 0 ? `?${query}` : ""}`, {
    status: 303,
    headers: { "Set-Cookie": cookie.write(context.origin, ticket, waitsS) },
  });
}

/** @returns the ticket of the sign-in this browser has begun; empty if there is none */
export function pendingTicket(request: Request, { origin }: AppLoadContext): string {
  return cookie.read(request, origin);
}

/** Clears the sign-in that is finished, or has expired, through an answer's headers. */
export function forgetTicket(headers: Headers, { origin }: AppLoadContext): void {
  headers.append("Set-Cookie", cookie.write(origin, "", 0));
}
