/**
 * Whether another site's page makes a browser request a movie. Browsers report this by `Sec-Fetch-Site`; those that do
 * not, and pages on plain http, by `Referer`. A client that sends neither is not a browser with a page: a player or a
 * native app. The page of a receiver is another site's: it may use the URLs that are signed for receivers, which end with
 * their user's session.
 * @param origin scheme and public host of this site
 */
export function isHotLink({
  path,
  headers,
  origin,
}: {
  path: string;
  headers: Headers;
  origin: string;
}): boolean {
  if (forReceiver.test(path)) return false;
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "cross-site";
  const from = headers.get("Referer");
  return from !== null && from !== "" && hostOf(from) !== hostOf(origin);
}

/** Begins a media URL for a receiver (`receiverSubject`); the media router checks its signature. */
const forReceiver = /^\/media\/[^/.]+\.c[vmw]-/;

/** Compares the host only: behind a proxy, the scheme may differ from the one of the request. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
