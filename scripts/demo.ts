import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Inputs of the build. */
const sources = ["app", "contract", "locales", "public", "package.json", "remix.config.js", "vite.config.ts"];

/** @returns the time a file, or the newest file of a folder, was last changed (ms); 0 when it does not exist */
async function changedAt(path: string): Promise<number> {
  const info = await stat(path).catch(() => null);
  if (!info?.isDirectory()) return info?.mtimeMs ?? 0;
  const times = (await readdir(path, { recursive: true })).map(
    async (name) => (await stat(join(path, name))).mtimeMs,
  );
  return Math.max(0, ...(await Promise.all(times)));
}

/**
 * The demo: builds if needed, then starts the server with DEMO set. Prints little, so that the progress line stays
 * readable.
 */
const built = await changedAt("build/current/server/index.js");
const newest = Math.max(...(await Promise.all(sources.map(changedAt))));
if (built < newest) await import("./build.ts");
process.env.DEMO = "1";
process.env.LOG_LEVEL ??= "warn";
await import("../server.ts");
