const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request is a write that another site made a browser send. It is refused before anything reads it,
 * cookie or not. Callers that are no browser send neither header, and carry no one's cookie.
 * @param origin scheme and host of this site, as people see it
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
