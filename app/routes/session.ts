import { json, type ActionFunctionArgs, type AppLoadContext } from "@remix-run/node";
import { markAccount } from "../lib/account-mark.server.ts";
import { serverApi } from "../lib/api.server.ts";
import { clearSession, commitSession, readSession } from "../lib/session-cookie.server.ts";

const noStore = { "Cache-Control": "no-store" };

/**
 * Keeps the browser's stored token and the server's cookie the same session (design: session). `adopt` a token,
 * `sync` = tell the cookie's, `forget` = clear it. The cross-site gate keeps other sites away.
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
    // Another page of this browser may have signed in meanwhile: what was refused is not what is held now.
    if (wanted.token !== "" && wanted.token !== held) return json({ token: held }, { headers: noStore });
    return json({ token: null }, { headers: { ...noStore, "Set-Cookie": clearSession(context.origin) } });
  }
  if (wanted?.intent !== "adopt") return json({ token: held }, { status: 422, headers: noStore });
  const { api } = await serverApi(request, context);
  const answer = await api.post("login/token", { token: wanted.token });
  if (answer.c !== 0) return json({ token: held }, { status: 401, headers: noStore });
  return json(
    { token: wanted.token },
    { headers: { ...noStore, "Set-Cookie": commitSession(context.origin, wanted.token) } },
  );
}

async function readChange(request: Request): Promise<{ intent: string; token: string } | null> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== "object" || body === null) return null;
  const { intent, token } = body as { intent?: unknown; token?: unknown };
  return typeof intent === "string" ? { intent, token: typeof token === "string" ? token : "" } : null;
}
