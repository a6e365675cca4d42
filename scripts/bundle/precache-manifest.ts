import type { Plugin } from "vite";

/** Modules with a file of their own: the player with its late parts, and the pages users open next. */
const wanted = [
  "/app/routes/video.tsx",
  "/app/features/player/",
  "/node_modules/hls.js/",
  "/app/features/outbox/",
  "/app/ui/toast-stack.tsx",
  "/app/background-tasks.tsx",
  "/app/routes/user/",
  "/app/routes/page/",
];

/**
 * Lists the files that an idle browser prefetches in `precache-manifest.json` of the client build: the files of those modules
 * and their imports. A page that was opened before the next build, or before the network failed, then has all its
 * parts. Only the bundler knows their names.
 */
export function listPrecacheFiles(): Plugin {
  return {
    name: "list-precache-files",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    generateBundle(_, bundle) {
      const found = new Set<string>();
      const visit = (name: string) => {
        const chunk = bundle[name];
        if (found.has(name) || chunk?.type !== "chunk") return;
        found.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
        for (const next of chunk.imports) visit(next);
      };
      for (const [name, chunk] of Object.entries(bundle)) {
        const begins = chunk.type === "chunk" ? chunk.facadeModuleId : null;
        if (begins && wanted.some((path) => begins.includes(path))) visit(name);
      }
      const source = JSON.stringify([...found].map((name) => `/${name}`));
      this.emitFile({ type: "asset", fileName: "precache-manifest.json", source });
    },
  };
}
