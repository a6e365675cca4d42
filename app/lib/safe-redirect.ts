const base = "http://same-site.invalid";

/**
 * The page to continue with after signing in: a path of this site, never another one.
 * @param to from the URL or the form; anything but a path with optional query and hash gives the fallback
 */
export function safeRedirect(to: unknown, fallback = "/"): string {
  if (typeof to !== "string" || !to.startsWith("/") || to.length > 2048) return fallback;
  // Browsers drop tabs and line breaks from URLs and read a backslash as a slash: `/\t/evil` would leave the site.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\\]/.test(to)) return fallback;
  if (!URL.canParse(to, base)) return fallback;
  const url = new URL(to, base);
  // `/.//evil` resolves to a path that itself reads as another host.
  if (url.origin !== base || url.pathname.startsWith("//")) return fallback;
  return url.pathname + url.search + url.hash;
}
