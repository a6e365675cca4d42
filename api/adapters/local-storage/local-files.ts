import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Files, StoredFile } from "../../ports/files.ts";

/** Files in a folder of this machine. The folder may not exist yet. */
export function createLocalFiles(root: string): Files {
  const factsOf = async (path: string): Promise<StoredFile | null> => {
    const facts = await missing(stat(join(root, path)), null);
    return facts?.isFile() ? { path, bytes: facts.size, changedAt: facts.mtime } : null;
  };
  async function* walk(folder: string): AsyncGenerator<StoredFile> {
    for (const entry of await missing(readdir(join(root, folder), { withFileTypes: true }), [])) {
      if (entry.name.startsWith(".")) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* walk(path);
      // A file removed in the meantime is left out.
      const facts = entry.isFile() ? await factsOf(path) : null;
      if (facts) yield facts;
    }
  }
  return {
    list: (folder = "") => walk(folder),
    facts: factsOf,
    text: (path) => missing(readFile(join(root, path), "utf8"), null),
    bytes: (path) => missing(readFile(join(root, path)), null),
    async write(path, content) {
      const place = join(root, path);
      await mkdir(dirname(place), { recursive: true });
      // Hidden, so that a half-written folder is never visible.
      const aside = join(dirname(place), `.${randomBytes(6).toString("hex")}.part`);
      try {
        await writeFile(aside, content);
        await rename(aside, place);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    remove: (path) => rm(join(root, path), { force: true }),
    removeFolder: (folder) => rm(join(root, folder), { recursive: true, force: true }),
    async stage({ folder, from }) {
      return {
        async commit() {
          const place = join(root, folder);
          await mkdir(dirname(place), { recursive: true });
          await rm(place, { recursive: true, force: true });
          await rename(from, place);
        },
      };
    },
  };
}

/** Returns `answer` when the file or folder does not exist. */
async function missing<T, U>(question: Promise<T>, answer: U): Promise<T | U> {
  try {
    return await question;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return answer;
    throw error;
  }
}
