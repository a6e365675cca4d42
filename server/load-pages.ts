import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { CannotStart } from "./cannot-start.ts";
import type { WebOptions } from "./create-web.ts";
import type { ListenOptions } from "./listen.ts";

const root = join(import.meta.dirname, "..");
const buildDir = join(root, "build");

export type Pages = Pick<WebOptions, "build" | "clientDir" | "keptAssetsDir"> &
  Pick<ListenOptions, "before"> & { close: () => Promise<void> };

/**
 * The compiled pages of the current build, which this process uses until it ends; in development they are compiled by Vite as they are asked for.
 * @throws CannotStart when there is no build
 */
export async function loadPages(mode: WebOptions["mode"]): Promise<Pages> {
  if (mode === "development") return startVite();
  const release = await realpath(join(buildDir, "current")).catch(() => null);
  if (release === null) throw new CannotStart(`There is no build in ${root}: npm run build makes it`);
  const { href } = pathToFileURL(join(release, "server/index.js"));
  return {
    build: (await import(href)) as ServerBuild,
    clientDir: join(release, "client"),
    keptAssetsDir: join(buildDir, "assets"),
    close: async () => {},
  };
}

async function startVite(): Promise<Pages> {
  const { createServer } = await import("vite");
  const ours = process.listeners("SIGTERM");
  const vite = await createServer({ server: { middlewareMode: true } });
  // Remix makes Vite start a second server, which would end the process before its requests are finished.
  for (const theirs of process.listeners("SIGTERM"))
    if (!ours.includes(theirs)) process.off("SIGTERM", theirs);
  return {
    build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild,
    clientDir: join(root, "public"),
    keptAssetsDir: null,
    before: vite.middlewares as never,
    close: () => vite.close(),
  };
}
