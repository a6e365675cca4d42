import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** One of the build's own style sheets, as a document asks for it. */
const sheet = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/?>/g;

/**
 * Puts the style sheets a document asks for into it, so that a first visit waits for no second answer before it is
 * painted. Each says where it came from, in `data-href`: the page's scripts put the file back in its place.
 * @param clientDir folder of the built files; a sheet that is not there is left to the browser
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
