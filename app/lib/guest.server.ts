import type { ServerApi } from "./api.server.ts";
import { keepSession } from "./session-cookie.server.ts";

/**
 * Creates a guest if a request that writes has no session: the first write creates a session to store it for; looking
 * at pages does not. The request's further calls are the guest's.
 * @returns headers for the answer: the new session's cookie, or nothing if there was a session
 */
export async function ensureGuest(
  { api, signed, adopt, unwrap }: ServerApi,
  origin: string,
): Promise<Record<string, string>> {
  if (signed()) return {};
  const { uid, proof } = unwrap(await api.post("identity/anonymous", {}));
  const { token } = unwrap(await api.post("login/uid", { uid, proof }));
  adopt(token);
  const headers = new Headers();
  keepSession(headers, origin, { token, guest: true });
  return Object.fromEntries(headers);
}
