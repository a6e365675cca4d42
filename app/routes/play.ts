import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { serverApi } from "../lib/api.server.ts";
import { ensureGuest } from "../lib/guest.server.ts";

/**
 * The first play of a visitor without a session, in a browser without JavaScript: its player requests the playlist
 * here. Playing creates a guest, to save the position for; looking at the page does not, nor does a request for an
 * unplayable episode. The edge refuses another site's page.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const start = async () =>
    server.unwrap(
      await server.api.get("playback/start", { id: params.id ?? "", index: Number(params.index) }),
    );
  const playback = await start();
  // Playback that needs no guest, such as a teaser, redirects to its playlist, not back to this route.
  const leadsHere = playback.hlsTracked.startsWith("/play/");
  if (!leadsHere || request.method === "HEAD")
    return redirect(leadsHere ? playback.hls : playback.hlsTracked);
  const headers = await ensureGuest(server, context.origin);
  return redirect((await start()).hlsTracked, { headers });
}
