import { json, type ActionFunctionArgs } from "@remix-run/node";
import { serverApi } from "../lib/api.server.ts";
import { clearSession, commitSession, readSession } from "../lib/session-cookie.server.ts";

const noStore = { "Cache-Control": "no-store" };

/**
 * Keeps the browser's stored token and the server's cookie the same session (design: session). `adopt` a token,
 * `sync` = tell the cookie's, `forget` = clear it. The cross-site gate keeps other sites away.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const change = await readChange(request);
  const held = readSession(request, context.origin);
  if (change?.intent === "sync") return json({ token: held }, { headers: noStore });
  if (change?.intent === "forget") {
    return json({ token: null }, { headers: { ...noStore, "Set-Cookie": clearSession(context.origin) } });
  }
  if (change?.intent !== "adopt") return json({ token: held }, { status: 422, headers: noStore });
  const { api } = await serverApi(request, context);
  const answer = await api.post("login/token", { token: change.token });
  if (answer.c !== 0) return json({ token: held }, { status: 401, headers: noStore });
  return json(
    { token: change.token },
    { headers: { ...noStore, "Set-Cookie": commitSession(context.origin, change.token) } },
  );
}

async function readChange(request: Request): Promise<{ intent: string; token: string } | null> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== "object" || body === null) return null;
  const { intent, token } = body as { intent?: unknown; token?: unknown };
  return typeof intent === "string" ? { intent, token: typeof token === "string" ? token : "" } : null;
}
