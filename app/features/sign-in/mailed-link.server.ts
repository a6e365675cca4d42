import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { codes } from "../../../contract/codes.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import {
  enterPage,
  refusalOf,
  refusalStatus,
  startSession,
  type Refusal,
} from "../../lib/identity.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { askFactor } from "./factor-cookie.server.ts";
import { createStepCookie } from "./step-cookie.server.ts";

/** `stale`: the link opens nothing any more. */
export type LinkRefusal = Refusal & { typed: { email: string; name: string }; stale?: boolean };

const path = "/page/login/link";
/** Seconds a code is stored in the browser: its own lifetime. */
const codeAgeS = 15 * 60;
const codeCookie = createStepCookie("matinee-link");
/** The page that the sign-in began for: not in the mail, whose reader would follow it without having chosen it. */
const placeCookie = createStepCookie("matinee-link-to");

/**
 * Moves a link's code from the URL, where histories, screenshots and Referer headers would keep it, into a cookie. Uses
 * nothing up: programs that scan mails open links as well.
 * @returns the answer to a URL with a code; undefined without one
 */
export function exchangeLinkCode(request: Request, { origin }: AppLoadContext): Response | undefined {
  const code = new URL(request.url).searchParams.get("code");
  if (!code) return undefined;
  return redirect(`${path}?step=enter`, {
    status: 303,
    headers: {
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "Set-Cookie": codeCookie.write(origin, code.slice(0, 128), codeAgeS),
    },
  });
}

/** @returns whether this browser arrived through a link that signs in */
export function hasLinkCode(request: Request, { origin }: AppLoadContext): boolean {
  return codeCookie.read(request, origin) !== "";
}

/** Sends the link by mail. The answer is the same whether or not the account exists. */
export async function requestLink(
  { api }: ServerApi,
  { email, to, context }: { email: string; to: string; context: AppLoadContext },
) {
  const answer = await api.post("identity/link", { email });
  if (answer.c === 0)
    return redirect(`${path}?done=sent`, {
      status: 303,
      headers: { "Set-Cookie": placeCookie.write(context.origin, to, to === "/" ? 0 : codeAgeS) },
    });
  const refused: LinkRefusal = { ...refusalOf(answer), typed: { email, name: "" } };
  return data(refused, refusalStatus(answer));
}

/** Signs in with the code this browser arrived with, and goes on to where the sign-in began, if it began here. */
export async function enterByCode(server: ServerApi, request: Request, context: AppLoadContext) {
  const { origin } = context;
  const to = safeRedirect(placeCookie.read(request, origin));
  const identity = await server.api.post("identity/link-enter", { code: codeCookie.read(request, origin) });
  const forget = (headers: Headers) => {
    headers.append("Set-Cookie", codeCookie.write(origin, "", 0));
    headers.append("Set-Cookie", placeCookie.write(origin, "", 0));
    return headers;
  };
  const started = await startSession(server, identity, origin);
  if ("headers" in started)
    return enterPage(to, { ...started, inAdmin: false, headers: forget(started.headers) });
  if ("pending" in started) {
    const asked = askFactor(started.pending, { to, inAdmin: "", context });
    forget(asked.headers);
    return asked;
  }
  const stale = identity.c === codes.bad_code.c || identity.c === codes.invalid.c;
  const refused: LinkRefusal = { ...started.refusal, typed: { email: "", name: "" }, stale };
  return data(refused, { status: started.status, headers: stale ? forget(new Headers()) : new Headers() });
}
