import type { HeaderReader } from "./header-reader.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether another site made a browser send this write. It is refused before anything reads it, with or without a
 * cookie. Clients other than browsers send neither header, and no cookies of other people.
 * @param origin scheme and public host of this site
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
