import { data, redirect, type AppLoadContext } from "@remix-run/node";
import type { ServerApi } from "../../lib/api.server.ts";
import { refusalOf, refusalStatus } from "../../lib/identity.server.ts";
import type { NewPasswordRefusal } from "./new-password.server.ts";
import { createStepCookie } from "./step-cookie.server.ts";

/** A sign-up that waits for the code of its mail. */
export type PendingSignUp = { email: string; name: string; ticket: string };

const cookie = createStepCookie("matinee-sign-up");
/** Seconds it is stored in the browser: the code's lifetime. */
const waitsS = 30 * 60;

/** @returns the sign-up this browser has begun; null if there is none */
export function pendingSignUp(request: Request, { origin }: AppLoadContext): PendingSignUp | null {
  const kept = new URLSearchParams(cookie.read(request, origin));
  const of = (name: string) => kept.get(name) ?? "";
  return of("ticket") ? { email: of("email"), name: of("name"), ticket: of("ticket") } : null;
}

/**
 * Sends the code by mail, and continues to the page for it. The answer is the same whether or not the account exists.
 */
export async function requestSignUpCode(
  { api }: ServerApi,
  { email, name, to, context }: { email: string; name: string; to: string; context: AppLoadContext },
) {
  const answer = await api.post("identity/sign-up-code", { email });
  if (answer.c !== 0) {
    const refused: NewPasswordRefusal = { ...refusalOf(answer), typed: { email, name } };
    return data(refused, refusalStatus(answer));
  }
  const { ticket } = answer.d as { ticket: string };
  const pending = new URLSearchParams({ email, name: name.slice(0, 80), ticket });
  const next = new URLSearchParams({ mode: "code", ...(to !== "/" && { to }) });
  return redirect(`/page/login?${next}`, {
    status: 303,
    headers: { "Set-Cookie": cookie.write(context.origin, pending.toString(), waitsS) },
  });
}

/** Clears the finished sign-up through an answer's headers. */
export function forgetSignUp(headers: Headers, { origin }: AppLoadContext): void {
  headers.append("Set-Cookie", cookie.write(origin, "", 0));
}

/** Normalises a typed code: it may have spaces, or digits of another script. */
export function codeOf(typed: string): string {
  return [...typed.normalize("NFKC")]
    .map((sign) => sign.replace(/[\u0660-\u0669\u06f0-\u06f9]/, (digit) => String(digit.charCodeAt(0) & 0xf)))
    .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
    .join("");
}
