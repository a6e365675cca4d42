import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { serverApi } from "../lib/api.server.ts";
import { ensureGuest } from "../lib/guest.server.ts";

/**
 * The first play of a visitor without a session, in a browser without JavaScript: its player asks here for the
 * playlist. Playing is what makes a guest, so that there is someone to keep the place for; looking at the page is not,
 * nor is asking for what can't be played. Another site's page is refused at the edge.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const start = async () =>
    server.unwrap(
      await server.api.get("playback/start", { id: params.id ?? "", index: Number(params.index) }),
    );
  const film = await start();
  // What needs no guest, such as a preview, leads to the film and not here again.
  const leadsHere = film.hlsTracked.startsWith("/play/");
  if (!leadsHere || request.method === "HEAD") return redirect(leadsHere ? film.hls : film.hlsTracked);
  const headers = await ensureGuest(server, context.origin);
  return redirect((await start()).hlsTracked, { headers });
}
