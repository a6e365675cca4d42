import { renderToString } from "react-dom/server";
import type { HtmlCache } from "./kept-html.ts";

/**
 * Keeps the markup of elements in memory; that which was not used for longest is forgotten first.
 * @param most characters of keys and markup together
 */
export function createHtmlCache({ most = 4_000_000 } = {}): HtmlCache {
  const kept = new Map<string, string>();
  let size = 0;
  return (key, render) => {
    const known = kept.get(key);
    const html = known ?? renderToString(render());
    kept.delete(key);
    kept.set(key, html);
    if (known === undefined) size += key.length + html.length;
    for (const [oldKey, oldHtml] of kept) {
      if (size <= most) break;
      kept.delete(oldKey);
      size -= oldKey.length + oldHtml.length;
    }
    return html;
  };
}
