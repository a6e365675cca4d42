import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A link to one of the build's own style sheets in a document. */
const sheet = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/?>/g;

/**
 * Puts the style sheets that Remix links in a document inline, so that a first visit is painted without further
 * requests (decision 021). Their links stay where React expects them, switched off; the styles are at the end of the
 * head, each with its source in `data-href`, until `useSheets` replaces them.
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
    let styles = "";
    const linked = html.replace(sheet, (link, href: string) => {
      const text = texts.get(href);
      if (!text) return link;
      styles += `<style data-href="${href}">${text}</style>`;
      return `<link rel="stylesheet" href="${href}" disabled=""/>`;
    });
    return linked.replace("</head>", () => `${styles}</head>`);
  };
}
