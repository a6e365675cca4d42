import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes the files directly in a folder that were last written to before a time; a missing folder has none.
 * @param wanted whether a file of that name may be removed
 * @returns number of removed files
 */
export async function removeOldFiles(
  folder: string,
  wanted: (name: string) => boolean,
  before: Date,
): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(missing)) {
    if (!wanted(name)) continue;
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (!facts?.isFile() || facts.mtime >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

function missing(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
