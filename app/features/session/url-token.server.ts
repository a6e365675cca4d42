import { redirect } from "@remix-run/node";

/** The parameter that brings a token along (spec, section 4). */
export const urlTokenParameter = "_token";

/**
 * Where a URL carries `_token`: the answer that takes it out of the URL. The token must not stay in the address
 * bar, in a Referer or in a cache. One that opens nothing is dropped; the session that was there stays.
 * @param accept checks a token; @returns the Set-Cookie value that keeps it, or null
 * @returns undefined where the URL carries none
 */
export async function exchangeUrlToken(
  request: Request,
  accept: (token: string) => Promise<string | null>,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const token = url.searchParams.get(urlTokenParameter);
  if (token === null) return undefined;
  url.searchParams.delete(urlTokenParameter);
  const cookie = await accept(token);
  return redirect(url.pathname + url.search, {
    status: 303,
    headers: {
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      ...(cookie ? { "Set-Cookie": cookie } : {}),
    },
  });
}
