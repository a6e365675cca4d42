import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** What the build is made from. */
const sources = ["app", "contract", "locales", "public", "package.json", "remix.config.js", "vite.config.ts"];

/** @returns when a file, or the newest one of a folder, was changed last (ms); 0 where there is none */
async function changedAt(path: string): Promise<number> {
  const info = await stat(path).catch(() => null);
  if (!info?.isDirectory()) return info?.mtimeMs ?? 0;
  const times = (await readdir(path, { recursive: true })).map(
    async (name) => (await stat(join(path, name))).mtimeMs,
  );
  return Math.max(0, ...(await Promise.all(times)));
}

/** The demo: built if need be, then the server itself with DEMO set. Quiet, so that the progress line can be read. */
const built = await changedAt("build/server/index.js");
const newest = Math.max(...(await Promise.all(sources.map(changedAt))));
if (built < newest) await import("./build.ts");
process.env.DEMO = "1";
process.env.LOG_LEVEL ??= "warn";
await import("../server.ts");
