import { registerHooks } from "node:module";

/**
 * To be brought along by whoever starts a process that has the database (`node --import ./server/quick-resolve.ts …`): it
 * has to be there before the first module of those is looked for, so it is the one file here that does its work as it is
 * read.
 *
 * drizzle-orm is some hundred small modules that name each other by relative paths, a hundred of ours name it, and its
 * `package.json` has 179 kB: Node reads all of it again for each of these, to learn every time the same. Who remembers
 * starts a third earlier. Without this everything works as well, and later.
 */
const inside = /\/node_modules\/drizzle-orm\/[^?#]+\.js$/;
const byName = /^drizzle-orm(?:\/|$)/;
const found = new Map<string, { url: string; format?: string | null | undefined }>();

registerHooks({
  resolve(name, context, next) {
    if (!context.conditions.includes("import")) return next(name, context);
    if (byName.test(name)) {
      // There is one copy of it, whoever asks.
      const known = found.get(name) ?? next(name, context);
      found.set(name, known);
      return { ...known, shortCircuit: true };
    }
    if (!name.startsWith(".") || !inside.test(context.parentURL ?? "")) return next(name, context);
    const url = new URL(name, context.parentURL).href;
    return inside.test(url) ? { url, format: "module", shortCircuit: true } : next(name, context);
  },
});
