import { link, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Makes a folder with the same files as another one, without their bytes: both are on one disk. */
export async function linkFolder(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    await link(path, target);
  }
}
