import type { Envelope, Identity } from "../../contract/index.ts";
import { issuesOf, succeeded } from "../../contract/envelope.ts";
import type { ServerApi } from "./api.server.ts";
import { clearSession, commitSession } from "./session-cookie.server.ts";

/** What a refused form needs to be shown again: the failure as a whole and what is wrong with each field. */
export type Refusal = { message: string; fields: Record<string, string> };

/**
 * Exchanges an identity provider's answer for a session.
 * @returns the Set-Cookie value of the new session, or why there is none.
 */
export async function startSession(
  { api, adopt }: ServerApi,
  identity: Envelope<Identity>,
  origin: string,
): Promise<{ cookie: string } | { refusal: Refusal }> {
  if (!succeeded(identity)) return { refusal: refusalOf(identity) };
  const { uid, proof } = identity.d;
  const login = await api.post("login/uid", { uid, proof });
  if (!succeeded(login)) return { refusal: refusalOf(login) };
  // Also so that an old session refused on the way is not the reason to forget the new one.
  adopt(login.d.token);
  return { cookie: commitSession(origin, login.d.token) };
}

/** Revokes the session. @returns the Set-Cookie value that forgets it; it is forgotten even where the API is away. */
export async function endSession({ api, signed }: ServerApi, origin: string): Promise<string> {
  if (signed()) await api.post("session/end", {});
  return clearSession(origin);
}

function refusalOf(envelope: Envelope<unknown>): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of issuesOf(envelope)) fields[issue.field] ??= issue.message;
  return { message: envelope.m, fields };
}
