import type { HeaderReader } from "./header-reader.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request is a write that another site made a browser send. It is refused before anything reads it,
 * cookie or not. Callers that are no browser send neither header, and carry no one's cookie.
 * @param origin scheme and host of this site, as people see it
 */
export function isCrossSiteWrite({
  method,
  header,
  origin,
}: {
  method: string;
  header: HeaderReader;
  origin: string;
}): boolean {
  if (reading.has(method)) return false;
  const site = header("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const from = header("origin");
  return from !== null && from !== origin;
}
