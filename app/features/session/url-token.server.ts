import { redirect } from "@remix-run/node";
import { safeRedirect } from "../../lib/safe-redirect.ts";

/** The URL parameter that carries a token (spec, section 4). */
const urlTokenParameter = "_token";

/**
 * For a URL with `_token`: the answer that removes it from the URL. The token must not stay in the address bar, in a
 * Referer or in a cache. An invalid one is dropped; the present session stays.
 * @param accept checks a token and, if it is valid, stores it through the headers of the answer, which it is given
 * @returns undefined if the URL has none
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
