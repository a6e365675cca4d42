import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Milliseconds a file outlives its build: a page may stay open for days. */
const keptMs = 7 * 24 * 60 * 60 * 1_000;

const foldersOf = (build: string) => ({
  assets: join(build, "client/assets"),
  aside: join(build, "assets-before"),
});

/** Moves the files of earlier builds aside, because the bundler empties its folder. */
export async function setAssetsAside(build = "build"): Promise<void> {
  const { assets, aside } = foldersOf(build);
  await rm(aside, { recursive: true, force: true });
  await rename(assets, aside).catch((error: NodeJS.ErrnoException) => {
    // The first build has no earlier one.
    if (error.code !== "ENOENT") throw error;
  });
}

/**
 * Puts them back beside the new ones: a browser without our service worker that has a page of an earlier build open
 * still finds its parts. File names change with their content, so versions cannot be confused.
 */
export async function putAssetsBack(build = "build", now: number = Date.now()): Promise<void> {
  const { assets, aside } = foldersOf(build);
  await mkdir(aside, { recursive: true });
  const made = new Set(await readdir(assets));
  for (const name of await readdir(aside)) {
    const { mtimeMs } = await stat(join(aside, name));
    if (!made.has(name) && now - mtimeMs < keptMs) await rename(join(aside, name), join(assets, name));
  }
  await rm(aside, { recursive: true, force: true });
}
