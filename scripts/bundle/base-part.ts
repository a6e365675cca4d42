import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Rollup } from "vite";

const app = fileURLToPath(new URL("../../app", import.meta.url));

/** Entry points of every page: Remix's own entry, and the root route. */
const beginnings = /\/app\/(entry\.client\.tsx|root\.tsx)(\?|$)/;

/** The root imports it, but browsers do not load it as a module: the server writes it into the document as text. */
const asText = /\/app\/performance\/early-(playback-script|playback|source)\./;

/**
 * Returns the output file of a module that every page loads: one for all of them. The bundler makes a file of each part
 * that some pages share, which are many small ones on each page, and compresses each by itself. What one file saves is
 * in decision 027.
 */
export function basePart(): (id: string, context: Rollup.ManualChunkMeta) => string | undefined {
  let found: Set<string> | undefined;
  let icons: Set<string>;
  const isEverywhere = (id: string, context: Rollup.ManualChunkMeta) => {
    found ??= reachable(context);
    // The library lists all icons in one file, so all of them are reachable.
    icons ??= new Set([
      ...sharedIcons(),
      ...[...found].filter((one) => /\/app\/.*\.tsx$/.test(one)).flatMap(iconsIn),
    ]);
    const icon = iconOf(id);
    if (icon) return icons.has(icon);
    // Vite's own loader of late modules; in another file it would be mistaken for Remix's list of the build's files.
    if (id.includes("vite/preload-helper")) return true;
    return found.has(id) && !beginnings.test(id) && !id.endsWith(".css");
  };
  return (id, context) => (isEverywhere(id, context) ? "base" : undefined);
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

/** @returns the icon of a lucide-react module; null for all other modules */
function iconOf(id: string): string | null {
  return /\/node_modules\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1] ?? null;
}

/** @returns names of the files, in lucide-react, of a module's icons */
function iconsIn(file: string): string[] {
  const list = /import \{([^}]+)\} from "lucide-react"/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry && !entry.startsWith("type "))
    .map((entry) => entry.split(" as ")[0]!)
    .map((word) => word.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, "-").toLowerCase());
}

/** Icons of both the admin area and other pages: each would be a file of its own, and the admin frame loads ten. */
function sharedIcons(): string[] {
  const admins = new Set<string>();
  const others = new Set<string>();
  for (const file of readdirSync(app, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    const users = /^(routes[\\/])?admin[\\/]/.test(file) ? admins : others;
    for (const icon of iconsIn(join(app, file))) users.add(icon);
  }
  return [...admins].filter((icon) => others.has(icon));
}
