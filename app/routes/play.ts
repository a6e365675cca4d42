import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { serverApi } from "../lib/api.server.ts";
import { commitSession } from "../lib/session-cookie.server.ts";

/**
 * The first play of a visitor without a session, in a browser without JavaScript: its player asks here for the
 * playlist. Playing is what makes a guest, so that there is someone to keep the place for; looking at the page is not.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { api, token, adopt, unwrap } = await serverApi(request, context);
  const headers: Record<string, string> = { "Cache-Control": "no-store" };
  if (!token) {
    const { uid, proof } = unwrap(await api.post("identity/anonymous", {}));
    const opened = unwrap(await api.post("login/uid", { uid, proof })).token;
    adopt(opened);
    headers["Set-Cookie"] = commitSession(context.origin, opened);
  }
  const media = unwrap(await api.get("playback/start", { id: params.id ?? "", index: Number(params.index) }));
  return redirect(media.hlsTracked, { headers });
}
