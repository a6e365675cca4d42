import { redirect } from "@remix-run/node";
import { safeRedirect } from "../../lib/safe-redirect.ts";

/** The parameter that brings a token along (spec, section 4). */
export const urlTokenParameter = "_token";

/**
 * Where a URL carries `_token`: the answer that takes it out of the URL. The token must not stay in the address
 * bar, in a Referer or in a cache. One that opens nothing is dropped; the session that was there stays.
 * @param accept checks a token, and has the answer whose headers it is given keep it where it is good
 * @returns undefined where the URL carries none
 */
export async function exchangeUrlToken(
  request: Request,
  accept: (token: string, headers: Headers) => Promise<void>,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const token = url.searchParams.get(urlTokenParameter);
  if (token === null) return undefined;
  url.searchParams.delete(urlTokenParameter);
  const headers = new Headers({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  await accept(token, headers);
  return redirect(safeRedirect(url.pathname + url.search), { status: 303, headers });
}
