import { localeOf, locales } from "../contract/locales.ts";

/**
 * A rendered document that is the same for every visitor without a session, except two placeholders filled in per
 * request.
 */
export type CachedPage = { status: number; headers: [string, string][]; html: string };

export type PageCache = {
  /**
   * The page of a key, rendered at most once at a time and reused for `freshMs`; null = render it for this request
   * only.
   */
  get: (key: string, render: () => Promise<CachedPage | null>) => Promise<CachedPage | null>;
};

const maxPages = 200;

/**
 * Keeps pages for a short time. When many visitors arrive at once, a page is rendered once for all of them; an admin's
 * change shows after `freshMs` at the latest, in a process that only renders pages too.
 * @param freshMs milliseconds a page is reused
 */
export function createPageCache({ freshMs = 700, now = Date.now } = {}): PageCache {
  const pages = new Map<string, { page: Promise<CachedPage | null>; at: number }>();
  return {
    get(key, render) {
      const known = pages.get(key);
      if (known && now() - known.at < freshMs) return known.page;
      const entry = { page: render(), at: now() };
      pages.delete(key);
      pages.set(key, entry);
      if (pages.size > maxPages) pages.delete(pages.keys().next().value!);
      const forget = () => pages.get(key) === entry && pages.delete(key);
      entry.page.then((page) => page ?? forget(), forget);
      return entry.page;
    },
  };
}

/** Cookies that change a page's appearance and do not identify a user. */
const impersonal = /^(?:(?:(?:locale|lang)=[a-z-]{2,10}|device=tablet)(?:; |$)){1,3}$/i;

/** The only query of a page that is shared: each language makes one more page of it, and no other value does. */
const languageQuery = new RegExp(`^\\?lang=(?:${locales.join("|")})$`);

/**
 * @returns the key under which a request's page may be shared; null when it may not: it is not a plain read of a page,
 *   or it carries a personal cookie or a token
 */
export function sharedPageKey(
  request: Request,
  { origin, device, brand = "" }: { origin: string; device: string; brand?: string },
): string | null {
  if (request.method !== "GET" || request.headers.has("Authorization")) return null;
  const { pathname, search } = new URL(request.url);
  if (request.url.includes("?") && !languageQuery.test(search)) return null;
  const cookie = request.headers.get("Cookie") ?? "";
  if (cookie !== "" && !impersonal.test(cookie)) return null;
  // Before a language is chosen, the page offers that of the browser.
  const offered = cookie.includes("locale=") ? "" : localeOf(request.headers.get("Accept-Language"));
  return [pathname + search, origin, device, cookie, offered, brand].join(" ");
}
