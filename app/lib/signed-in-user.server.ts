import type { AppLoadContext } from "@remix-run/node";
import { succeeded } from "../../contract/envelope.ts";
import type { OutputOf } from "../../contract/index.ts";
import type { ServerApi } from "./api.server.ts";

export type SignedIn = OutputOf<"login/token">;
type Asked = { token: string; user: Promise<SignedIn | null> };

// Loaders of one request run in parallel; the user is requested once.
const known = new WeakMap<AppLoadContext, Asked>();

/**
 * The user of a request's session. All loaders of a page share one answer. An action asks for itself, so that the loaders
 * that follow it see what it has written.
 * @returns null = there is no valid session
 */
export async function signedInUser(
  { api, token }: Pick<ServerApi, "api" | "token">,
  { request, context }: { request: Request; context: AppLoadContext },
): Promise<SignedIn | null> {
  if (!token) return null;
  const before = known.get(context);
  if (before?.token === token) return before.user;
  const user = api.post("login/token", { token }).then((info) => (succeeded(info) ? info.d : null));
  if (request.method === "GET") known.set(context, { token, user });
  return user;
}
