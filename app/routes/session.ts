import { json, type ActionFunctionArgs, type AppLoadContext } from "@remix-run/node";
import { succeeded } from "../../contract/envelope.ts";
import { markAccount } from "../lib/account-mark.server.ts";
import { serverApi } from "../lib/api.server.ts";
import { forgetSession, keepSession, readSession } from "../lib/session-cookie.server.ts";

const noStore = { "Cache-Control": "no-store" };

/**
 * Keeps the browser's stored token and the server's cookie on the same session (design: session). `adopt` a token,
 * `sync` = return the cookie's, `forget` = clear it; each answers the token that is held from then on. A guest's does
 * not replace another session: that one may have written something already, such as an order. The cross-site guard
 * refuses other sites.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await change({ request, context });
  markAccount(request, context.origin, answer.headers);
  return answer;
}

async function change({
  request,
  context,
}: {
  request: Request;
  context: AppLoadContext;
}): Promise<Response> {
  const wanted = await readChange(request);
  const held = readSession(request, context.origin);
  if (wanted?.intent === "sync") return json({ token: held }, { headers: noStore });
  if (wanted?.intent === "forget") {
    // Another page of this browser may have signed in meanwhile: the refused token is not the one held now.
    if (wanted.token !== "" && wanted.token !== held) return json({ token: held }, { headers: noStore });
    const headers = new Headers(noStore);
    forgetSession(headers, context.origin);
    return json({ token: null }, { headers });
  }
  if (wanted?.intent !== "adopt") return json({ token: held }, { status: 422, headers: noStore });
  const { api } = await serverApi(request, context);
  const answer = await api.post("login/token", { token: wanted.token });
  if (!succeeded(answer)) return json({ token: held }, { status: 401, headers: noStore });
  const guest = answer.d.anonymous === 1;
  const headers = new Headers(noStore);
  if (guest && held !== null && held !== wanted.token) {
    const holder = await api.post("login/token", { token: held });
    if (succeeded(holder)) return json({ token: held }, { headers });
    forgetSession(headers, context.origin);
  }
  keepSession(headers, context.origin, { token: wanted.token, guest });
  return json({ token: wanted.token }, { headers });
}

async function readChange(request: Request): Promise<{ intent: string; token: string } | null> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== "object" || body === null) return null;
  const { intent, token } = body as { intent?: unknown; token?: unknown };
  return typeof intent === "string" ? { intent, token: typeof token === "string" ? token : "" } : null;
}
