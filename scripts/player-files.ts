import type { Plugin } from "vite";

/** The player's page, and what it loads late, is what an idle browser fetches ahead. */
const page = "/app/routes/video.tsx";

/**
 * Lists the files a film's page is made of, those it imports late included, in `player-files.json` of the client build:
 * the service worker fetches them ahead. Only the bundler knows their names.
 */
export function listPlayerFiles(): Plugin {
  return {
    name: "list-player-files",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    generateBundle(_, bundle) {
      const found = new Set<string>();
      const visit = (name: string) => {
        const chunk = bundle[name];
        if (found.has(name) || chunk?.type !== "chunk") return;
        found.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
      };
      for (const [name, chunk] of Object.entries(bundle)) {
        if (chunk.type === "chunk" && chunk.facadeModuleId?.includes(page)) visit(name);
      }
      const source = JSON.stringify([...found].map((name) => `/${name}`));
      this.emitFile({ type: "asset", fileName: "player-files.json", source });
    },
  };
}
