import type { HeaderReader } from "./header-reader.ts";

/**
 * Whether another site's page makes a browser ask for a film. Browsers say so by `Sec-Fetch-Site`; those that don't,
 * and pages on plain http, by `Referer`. Who says neither is no browser with a page: players, native apps.
 * @param origin scheme and host of this site, as people see it
 */
export function isHotLink({ header, origin }: { header: HeaderReader; origin: string }): boolean {
  const site = header("sec-fetch-site");
  if (site !== null) return site === "cross-site";
  const from = header("referer");
  return from !== null && from !== "" && hostOf(from) !== hostOf(origin);
}

/** The host alone: a page may be told another scheme than the one it was asked by, behind a proxy. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
