import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A link to one of the build's own style sheets in a document. */
const sheet = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/?>/g;

/**
 * Puts the style sheets that Remix links in a document inline, so that a first visit is painted without further
 * requests (decision 021). Each keeps its source in `data-href`: the page's scripts put the file back in its place.
 * @param clientDir folder of the built files; a missing sheet is left to the browser
 */
export function createStyleInliner(clientDir: string): (html: string) => Promise<string> {
  const sheets = new Map<string, Promise<string | null>>();
  const read = async (href: string): Promise<string | null> => {
    const text = await readFile(join(clientDir, href), "utf8").catch(() => null);
    return text?.includes("</style") ? null : text;
  };
  const textOf = (href: string) => {
    const known = sheets.get(href) ?? read(href);
    sheets.set(href, known);
    return known;
  };
  return async (html) => {
    const found = [...html.matchAll(sheet)].map(([, href]) => href!);
    const texts = new Map(await Promise.all(found.map(async (href) => [href, await textOf(href)] as const)));
    return html.replace(sheet, (link, href: string) => {
      const text = texts.get(href);
      return text ? `<style data-href="${href}">${text}</style>` : link;
    });
  };
}
