import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { codeName, type CodeName } from "../../../contract/codes.ts";
import { succeeded } from "../../../contract/envelope.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { enterPage, refusalOf, refusalStatus, startSession } from "../../lib/identity.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { askFactor } from "./factor-cookie.server.ts";
import { createStepCookie } from "./step-cookie.server.ts";

/** What the page shows after its form: the way to the provider, or why there is none. */
export type OidcOutcome = { url: string; label: string } | { message: string };

const path = "/page/login/oidc";
const securityPath = "/profile/security";
/** Seconds in which the browser has to come back. */
const waitsS = 10 * 60;
/** What began: `sign-in` or `link`, its ticket, and the page that it began for. */
const cookie = createStepCookie("matinee-oidc");

/** Problems that the page has words for; in its address, since the one with the provider's answer is left. */
const problems = [
  "oidc_refused",
  "oidc_away",
  "oidc_email_taken",
  "oidc_linked",
  "sign_up_closed",
  "banned",
  "too_many_requests",
  "unavailable",
] as const satisfies CodeName[];
export type OidcProblemName = (typeof problems)[number];

/** The problem that the page's address names; null = none. */
export function problemOf(url: URL): OidcProblemName | null {
  return problems.find((one) => one === url.searchParams.get("problem")) ?? null;
}

/** Begins at the provider: only this browser can finish it. */
export async function beginAtProvider(
  { api }: ServerApi,
  { purpose, to, context }: { purpose: "sign-in" | "link"; to: string; context: AppLoadContext },
) {
  const answer = await api.post("oidc/begin", { for: purpose });
  if (!succeeded(answer))
    return data<OidcOutcome>({ message: refusalOf(answer).message }, refusalStatus(answer));
  const { url, label, ticket } = answer.d;
  const kept = cookie.write(context.origin, `${purpose} ${ticket} ${to}`, waitsS);
  return data<OidcOutcome>({ url, label }, { headers: { "Set-Cookie": kept, "Cache-Control": "no-store" } });
}

/** Whether a browser comes back from the provider with this address. */
export function comesBack({ searchParams }: URL): boolean {
  return searchParams.has("code") || searchParams.has("error") || searchParams.has("state");
}

/** Finishes what began in this browser. @returns where it goes on; never the address with the provider's answer */
export async function finishAtProvider(
  server: ServerApi,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  const { origin } = context;
  const [purpose = "", ticket = "", place = ""] = cookie.read(request, origin).split(" ");
  const to = safeRedirect(place);
  const forget = (response: Response) => {
    response.headers.append("Set-Cookie", cookie.write(origin, "", 0));
    response.headers.set("Referrer-Policy", "no-referrer");
    return response;
  };
  const failed = (c: number) => {
    const name = problems.find((one) => one === codeName(c)) ?? "oidc_refused";
    return forget(redirect(`${path}?${new URLSearchParams({ problem: name })}`, { status: 303 }));
  };
  const input = { ticket, callback: new URL(request.url).search };
  if (purpose === "link") {
    const linked = await server.api.post("oidc/link", input);
    if (!succeeded(linked)) return failed(linked.c);
    return forget(redirect(`${securityPath}?done=linked`, { status: 303 }));
  }
  const identity = await server.api.post("identity/oidc", input);
  if (!succeeded(identity)) return failed(identity.c);
  const started = await startSession(server, identity, origin);
  if ("headers" in started) return forget(enterPage(to, { ...started, inAdmin: false }));
  if ("pending" in started) return forget(askFactor(started.pending, { to, inAdmin: "", context }));
  return failed(started.code);
}
