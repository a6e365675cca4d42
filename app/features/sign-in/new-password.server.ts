import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { codes } from "../../../contract/codes.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { refusalOf, refusalStatus, type Refusal } from "../../lib/identity.server.ts";
import { createStepCookie } from "./step-cookie.server.ts";

/** What a refused form is shown again with. No password and no code goes back. */
export type NewPasswordRefusal = Refusal & { typed: { email: string; name: string }; stale?: boolean };

const path = "/page/login";
/** Seconds a code waits in the browser: as long as it is good for anything. */
const codeAgeS = 60 * 60;
const cookie = createStepCookie("matinee-reset");

/**
 * Takes a reset code out of the URL, where histories, screenshots and Referer headers would keep it, into a cookie.
 * @returns the answer to a URL that carries one; undefined where it carries none
 */
export function exchangeResetCode(request: Request, { origin }: AppLoadContext): Response | undefined {
  const { searchParams } = new URL(request.url);
  const mode = searchParams.get("mode");
  // The second way is how Firebase's own mail says it, where its template leads to this page.
  const name = mode === "reset" ? "code" : mode === "resetPassword" ? "oobCode" : null;
  const code = name && searchParams.get(name);
  if (!code) return undefined;
  return redirect(`${path}?mode=reset`, {
    status: 303,
    headers: {
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "Set-Cookie": cookie.write(origin, code.slice(0, 1024), codeAgeS),
    },
  });
}

/** @returns whether this browser came by a link that sets a new password */
export function hasResetCode(request: Request, { origin }: AppLoadContext): boolean {
  return cookie.read(request, origin) !== "";
}

/** Has the link mailed. The same answer whether or not there is such an account. */
export async function requestReset({ api }: ServerApi, email: string) {
  const answer = await api.post("password/forgot", { email });
  if (answer.c === 0) return redirect(`${path}?mode=forgot&done=sent`, { status: 303 });
  const refused: NewPasswordRefusal = { ...refusalOf(answer), typed: { email, name: "" } };
  return data(refused, refusalStatus(answer));
}

/** Sets the new password by the code this browser came with. */
export async function saveNewPassword(
  { api }: ServerApi,
  { request, context, password }: { request: Request; context: AppLoadContext; password: string },
) {
  const code = cookie.read(request, context.origin);
  const answer = await api.post("password/reset", { code, password });
  const forget = { "Set-Cookie": cookie.write(context.origin, "", 0) };
  if (answer.c === 0) return redirect(`${path}?done=reset`, { status: 303, headers: forget });
  const stale = answer.c === codes.bad_code.c || code === "";
  const refused: NewPasswordRefusal = { ...refusalOf(answer), typed: { email: "", name: "" }, stale };
  return data(refused, { ...refusalStatus(answer), headers: stale ? forget : {} });
}
