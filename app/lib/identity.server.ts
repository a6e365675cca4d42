import type { Envelope, Identity } from "../../contract/index.ts";
import { codeName, codes } from "../../contract/codes.ts";
import { issuesOf, succeeded } from "../../contract/envelope.ts";
import type { ServerApi } from "./api.server.ts";
import { forgetSession, keepSession } from "./session-cookie.server.ts";

/** The data to show a refused form again: the failure as a whole and the error of each field. */
export type Refusal = { message: string; fields: Record<string, string> };

/**
 * Exchanges an identity provider's answer for a session.
 * @returns headers for the answer, with the new session's cookie, or the reason there is none
 */
export async function startSession(
  { api, adopt }: ServerApi,
  identity: Envelope<Identity>,
  origin: string,
): Promise<{ headers: Headers } | { refusal: Refusal; status: number }> {
  if (!succeeded(identity)) return { refusal: refusalOf(identity), ...refusalStatus(identity) };
  const { uid, proof } = identity.d;
  const login = await api.post("login/uid", { uid, proof });
  if (!succeeded(login)) return { refusal: refusalOf(login), ...refusalStatus(login) };
  // Otherwise an old session that was refused on the way would clear the new one.
  adopt(login.d.token);
  const headers = new Headers();
  keepSession(headers, origin, { token: login.d.token, guest: login.d.info.anonymous === 1 });
  return { headers };
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
