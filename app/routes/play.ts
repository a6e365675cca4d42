import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { serverApi } from "../lib/api.server.ts";
import { ensureGuest } from "../lib/guest.server.ts";

/**
 * The first play of a visitor without a session, in a browser without JavaScript: its player asks here for the
 * playlist. Playing is what makes a guest, so that there is someone to keep the place for; looking at the page is not.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const session = await ensureGuest(server, context.origin);
  const start = await server.api.get("playback/start", { id: params.id ?? "", index: Number(params.index) });
  return redirect(server.unwrap(start).hlsTracked, { headers: { "Cache-Control": "no-store", ...session } });
}
