/** Answers for a request that neither the network nor the cache can serve. */

/**
 * Data of a page that was never stored: leads the browser to the page itself, whose answer is the offline page. Written
 * as Remix writes a redirect with a fresh document (single fetch, a turbo-stream).
 * @param to path and query of the page
 */
export function leadToDocument(to: string): Response {
  const fields = ["redirect", to, "status", 302, "revalidate", false, "reload", true, "replace"];
  const shape = { _2: 3, _4: 5, _6: 7, _8: 9, _10: 7 };
  const stream = JSON.stringify([["SingleFetchRedirect", 1], shape, ...fields]);
  const headers = { "Content-Type": "text/x-script", "X-Remix-Response": "yes" };
  return new Response(`${stream}\n`, { status: 202, headers });
}

/** Answer for undiscovered routes: Remix then loads the next page as a document. */
export function noDiscovery(): Response {
  return new Response(null, { status: 204, headers: { "X-Remix-Reload-Document": "true" } });
}

/**
 * The offline page with the pages that can be read offline: its list contains all candidates, hidden.
 * @param html as the server has written it
 */
export function offlinePage(html: string, kept: readonly string[]): Response {
  const shown = html.replaceAll(
    /(<(?:li|section)) hidden="" data-kept="([^"]*)"/g,
    (whole, tag: string, path: string) =>
      (path === "" ? kept.length > 0 : kept.includes(path)) ? `${tag} data-kept="${path}"` : whole,
  );
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(shown, { status: 503, headers });
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;" };
const escapeHtml = (text: string) => text.replace(/[&<]/g, (sign) => entities[sign]!);

/** Used if not even the offline page was stored: better than the browser's own error, and without any language. */
export function bareOfflinePage(name: string): Response {
  const html =
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>' +
    `${escapeHtml(name)}</title>` +
    '<p style="font:4rem system-ui;text-align:center;margin-top:30vh"><a href="" style="text-decoration:none">↻</a>';
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
