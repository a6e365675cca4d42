import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { codes } from "../../../contract/codes.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { refusalOf, refusalStatus, type Refusal } from "../../lib/identity.server.ts";
import { createStepCookie } from "./step-cookie.server.ts";

/** The values to show a refused form again. No password and no code is sent back. */
export type NewPasswordRefusal = Refusal & { typed: { email: string; name: string }; stale?: boolean };

const path = "/page/login";
/** Seconds a code is stored in the browser: its own lifetime. */
const codeAgeS = 60 * 60;
const cookie = createStepCookie("matinee-reset");

/**
 * Moves a reset code from the URL, where histories, screenshots and Referer headers would keep it, into a cookie.
 * @returns the answer to a URL with a code; undefined without one
 */
export function exchangeResetCode(request: Request, { origin }: AppLoadContext): Response | undefined {
  const { searchParams } = new URL(request.url);
  const mode = searchParams.get("mode");
  // The second form is the one of Firebase's own mail, if its template links to this page.
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

/** @returns whether this browser arrived through a link that sets a new password */
export function hasResetCode(request: Request, { origin }: AppLoadContext): boolean {
  return cookie.read(request, origin) !== "";
}

/** Sends the link by mail. The answer is the same whether or not the account exists. */
export async function requestReset({ api }: ServerApi, email: string) {
  const answer = await api.post("password/forgot", { email });
  if (answer.c === 0) return redirect(`${path}?mode=forgot&done=sent`, { status: 303 });
  const refused: NewPasswordRefusal = { ...refusalOf(answer), typed: { email, name: "" } };
  return data(refused, refusalStatus(answer));
}

/** Sets the new password with the code this browser arrived with. */
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
