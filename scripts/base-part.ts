import type { Rollup } from "vite";
import { iconOf, iconsIn, iconsOfAdmin } from "./icons-in.ts";

/** What the browser begins with on each page: Remix's own entry, and the route all others are within. */
const beginnings = /\/app\/(entry\.client\.tsx|root\.tsx)(\?|$)/;

/** Named by the root, but loaded by nobody: the server writes it into the document as text. */
const asText = /\/app\/features\/player\/engine\/(early-film|starter|film-start)\./;

/**
 * Says whether a module of the browser's build is loaded by every page. All of them go into one file: no page can do
 * without any, and one file is eight kilobytes smaller in brotli than the same in fifteen.
 */
export function everywhere(): (id: string, context: Rollup.ManualChunkMeta) => boolean {
  let found: Set<string> | undefined;
  let icons: Set<string>;
  return (id, context) => {
    found ??= reachable(context);
    // The library lists all icons in one file, so that all can be reached. Those that people's pages and the admin area
    // share would be a file each, of which its frame alone loads ten.
    icons ??= new Set([
      ...iconsOfAdmin().shared,
      ...[...found].filter((one) => /\/app\/.*\.tsx$/.test(one)).flatMap(iconsIn),
    ]);
    const icon = iconOf(id);
    if (icon) return icons.has(icon);
    // Vite's own part that fetches a module later; put among others, it would pass for Remix's list of the build's files.
    if (id.includes("vite/preload-helper")) return true;
    return found.has(id) && !beginnings.test(id) && !id.endsWith(".css");
  };
}

function reachable({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): Set<string> {
  const found = new Set<string>();
  const waiting = [...getModuleIds()].filter((one) => beginnings.test(one));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next) || asText.test(next)) continue;
    found.add(next);
    waiting.push(...(getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}
