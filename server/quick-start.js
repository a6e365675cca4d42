// @ts-check
import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";

/**
 * Preload this when starting a process that has the database (`node --import ./server/quick-start.js …`). It must run
 * before the other modules are read, so it is the one file here that acts on import, and it is JavaScript: the part of
 * Node that strips types takes memory, and is not loaded when every file's result is kept. Without this file everything
 * still works, only slower (docs/architecture.md says by how much).
 *
 * Compiled code is kept beside the build. Where this user may not write there, as in the containers, nothing is kept.
 */
enableCompileCache(join(import.meta.dirname, "../build/compiled"));

/*
 * drizzle-orm is some hundred small modules that import each other by relative paths, about a hundred of our files
 * import it, and its `package.json` has 179 kB. Node reads that file again for each import, so the results are kept.
 */
const inside = /\/node_modules\/drizzle-orm\/[^?#]+\.js$/;
const byName = /^drizzle-orm(?:\/|$)/;
/** @type {Map<string, { url: string; format?: string | null | undefined }>} */
const found = new Map();

registerHooks({
  resolve(name, context, next) {
    if (!context.conditions.includes("import")) return next(name, context);
    if (byName.test(name)) {
      // There is one copy of it for all importers.
      const known = found.get(name) ?? next(name, context);
      found.set(name, known);
      return { ...known, shortCircuit: true };
    }
    if (!name.startsWith(".") || !inside.test(context.parentURL ?? "")) return next(name, context);
    const url = new URL(name, context.parentURL).href;
    return inside.test(url) ? { url, format: "module", shortCircuit: true } : next(name, context);
  },
});
