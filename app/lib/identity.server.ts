import { redirect, redirectDocument } from "@remix-run/node";
import type { Envelope, Identity, OutputOf } from "../../contract/index.ts";
import type { NewPasskey, PasskeyAnswer } from "../../contract/accounts/passkeys.ts";
import { codeName, codes } from "../../contract/codes.ts";
import { issuesOf, pendingOf, succeeded, type PendingFactor } from "../../contract/envelope.ts";
import type { ServerApi } from "./api.server.ts";
import { forgetSession, keepSession } from "./session-cookie.server.ts";

/** The data to show a refused form again: the failure as a whole and the error of each field. */
export type Refusal = { message: string; fields: Record<string, string> };

type Started =
  /** `asksProfile`: the account has several profiles, and none is open yet. */
  | { headers: Headers; asksProfile: boolean }
  /** `stale`: the sign-in has to begin anew. */
  | { refusal: Refusal; code: number; status: number; stale?: boolean };

/**
 * Exchanges an identity provider's answer for a session.
 * @returns headers for the answer, with the new session's cookie, or the reason there is none; what waits where the
 *   second factor is asked for first
 */
export async function startSession(
  server: ServerApi,
  identity: Envelope<Identity>,
  origin: string,
): Promise<Started | { pending: PendingFactor }> {
  if (!succeeded(identity))
    return { refusal: refusalOf(identity), code: identity.c, ...refusalStatus(identity) };
  const { uid, proof } = identity.d;
  const login = await server.api.post("login/uid", { uid, proof });
  const pending = pendingOf(login);
  return pending ? { pending } : keepLogin(server, login, origin);
}

/** What finishes a sign-in that waits: a code, or the answer of a passkey as a form has it. */
export async function finishSignIn(
  server: ServerApi,
  { ticket, code, passkey }: { ticket: string; code: string; passkey: string },
  origin: string,
): Promise<Started> {
  const input = passkey ? { ticket, passkey: passkeyOf(passkey) } : { ticket, code };
  return keepLogin(server, await server.api.post("login/factor", input), origin);
}

/** Signs in with the answer of a passkey, as a form has it. */
export async function enterByPasskey(server: ServerApi, passkey: string, origin: string): Promise<Started> {
  return keepLogin(server, await server.api.post("login/passkey", { passkey: passkeyOf(passkey) }), origin);
}

/** What a page's script has put into a field. The API refuses what is none, so anything may be in it. */
export function passkeyOf(field: string): PasskeyAnswer & NewPasskey {
  try {
    return JSON.parse(field) as PasskeyAnswer & NewPasskey;
  } catch {
    return {} as PasskeyAnswer & NewPasskey;
  }
}

function keepLogin({ adopt }: ServerApi, login: Envelope<OutputOf<"login/uid">>, origin: string): Started {
  if (!succeeded(login))
    return {
      refusal: refusalOf(login),
      code: login.c,
      ...refusalStatus(login),
      stale: login.c === codes.sign_in_expired.c,
    };
  // Otherwise an old session that was refused on the way would clear the new one.
  adopt(login.d.token);
  const headers = new Headers();
  keepSession(headers, origin, { token: login.d.token, guest: login.d.info.anonymous === 1 });
  return { headers, asksProfile: login.d.info.profile?.chosen === false };
}

/**
 * Goes on to a page after a sign-in, by way of the profiles where there are several. The admin area has texts of its own: its pages are documents of their own.
 * @param inAdmin the document is one of that area and stays: its uploads continue
 */
export function enterPage(
  to: string,
  { inAdmin, headers, asksProfile }: { inAdmin: boolean; headers: Headers; asksProfile: boolean },
): Response {
  if (asksProfile) return redirect(`/page/profiles?${new URLSearchParams({ to })}`, { headers });
  const enter = /^\/z(?![^/?#])/.test(to) && !inAdmin ? redirectDocument : redirect;
  return enter(to, { headers });
}

/**
 * Creates an account, from the guest who asks if there is one. If the form is sent twice, the first request has ended
 * that guest's session: the second is repeated without it, and the account's own password makes it a sign-in.
 */
export async function signUp(
  { api }: ServerApi,
  {
    name,
    guestProof,
    proven,
    ...account
  }: {
    email: string;
    password: string;
    name: string;
    guestProof: string;
    /** Proves the address, if the service requires it. */
    proven: { ticket: string; code: string } | null;
  },
): Promise<Envelope<Identity>> {
  const input = { ...account, ...(name && { name }), ...(guestProof && { guestProof }), ...proven };
  const answer = await api.post("identity/sign-up", input);
  return answer.c === codes.unauthorised.c ? api.post("identity/sign-up", input) : answer;
}

/**
 * Revokes the session.
 * @returns headers that clear it, even if the API does not answer
 */
export async function endSession({ api, signed }: ServerApi, origin: string): Promise<Headers> {
  if (signed()) await api.post("session/end", {});
  const headers = new Headers();
  forgetSession(headers, origin);
  return headers;
}

/** A failed call in the form's format for errors. */
export function refusalOf(envelope: Envelope<unknown>): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issuesOf(envelope)) fields[issue.field] ??= issue.message;
  return { message: envelope.m, fields };
}

/** HTTP status of a refused form: 422, also if the call said 409; 429 and 503 stay, so that a machine waits. */
export function refusalStatus(envelope: Envelope<unknown>): { status: number } {
  const name = codeName(envelope.c);
  const { status } = name ? codes[name] : codes.unavailable;
  return { status: status === 429 || status === 503 ? status : 422 };
}
