import type { Rollup } from "vite";
import { iconOf, iconsIn, iconsOfAdmin } from "./icons-in.ts";

/** Entry points of every page: Remix's own entry, and the root route. */
const beginnings = /\/app\/(entry\.client\.tsx|root\.tsx)(\?|$)/;

/** The root imports it, but browsers do not load it as a module: the server writes it into the document as text. */
const asText = /\/app\/performance\/early-(playback-script|playback|source)\./;

/**
 * Returns a test whether every page loads a module of the browser's build. All such modules go into one file: every
 * page needs them, and one file is five kilobytes smaller in brotli than the same in twenty-four (decision 027).
 */
export function everywhere(): (id: string, context: Rollup.ManualChunkMeta) => boolean {
  let found: Set<string> | undefined;
  let icons: Set<string>;
  return (id, context) => {
    found ??= reachable(context);
    // The library lists all icons in one file. Icons shared by the pages and the admin area would each get a file of
    // their own; the admin frame alone would load ten.
    icons ??= new Set([
      ...iconsOfAdmin().shared,
      ...[...found].filter((one) => /\/app\/.*\.tsx$/.test(one)).flatMap(iconsIn),
    ]);
    const icon = iconOf(id);
    if (icon) return icons.has(icon);
    // Vite's own loader of late modules; in another file it would be mistaken for Remix's list of the build's files.
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
