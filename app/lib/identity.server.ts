import type { Envelope, Identity } from "../../contract/index.ts";
import { codeName, codes } from "../../contract/codes.ts";
import { issuesOf, succeeded } from "../../contract/envelope.ts";
import type { ServerApi } from "./api.server.ts";
import { forgetSession, keepSession } from "./session-cookie.server.ts";

/** What a refused form needs to be shown again: the failure as a whole and what is wrong with each field. */
export type Refusal = { message: string; fields: Record<string, string> };

/**
 * Exchanges an identity provider's answer for a session.
 * @returns headers for the answer, with the new session's cookie, or why there is none.
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
  // Also so that an old session refused on the way is not the reason to forget the new one.
  adopt(login.d.token);
  const headers = new Headers();
  keepSession(headers, origin, { token: login.d.token, guest: login.d.info.anonymous === 1 });
  return { headers };
}

/**
 * Makes an account, of the guest who asks where there is one. Sent twice, the second finds that guest's session ended by
 * the first: it is sent once more without it, and the account's own password makes it a sign-in.
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
    /** What proves the address, where that is asked for. */
    proven: { ticket: string; code: string } | null;
  },
): Promise<Envelope<Identity>> {
  const input = { ...account, ...(name && { name }), ...(guestProof && { guestProof }), ...proven };
  const answer = await api.post("identity/sign-up", input);
  return answer.c === codes.unauthorised.c ? api.post("identity/sign-up", input) : answer;
}

/** Revokes the session. @returns headers that forget it; it is forgotten even where the API is away. */
export async function endSession({ api, signed }: ServerApi, origin: string): Promise<Headers> {
  if (signed()) await api.post("session/end", {});
  const headers = new Headers();
  forgetSession(headers, origin);
  return headers;
}

/** A failed call as a form shows it again. */
export function refusalOf(envelope: Envelope<unknown>): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issuesOf(envelope)) fields[issue.field] ??= issue.message;
  return { message: envelope.m, fields };
}

/**
 * What a refused form is answered with: 422, also where the call said 409; 429 and 503 stay, so that a machine waits.
 */
export function refusalStatus(envelope: Envelope<unknown>): { status: number } {
  const name = codeName(envelope.c);
  const { status } = name ? codes[name] : codes.unavailable;
  return { status: status === 429 || status === 503 ? status : 422 };
}
