const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether another site made a browser send this write. It is refused before anything reads it, with or without a
 * cookie. Clients other than browsers send neither header, and no cookies of other users.
 * @param origin scheme and public host of this site
 */
export function isCrossSiteWrite({
  method,
  headers,
  origin,
}: {
  method: string;
  headers: Headers;
  origin: string;
}): boolean {
  if (reading.has(method)) return false;
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const from = headers.get("Origin");
  return from !== null && from !== origin;
}
