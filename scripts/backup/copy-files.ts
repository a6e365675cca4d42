import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, mkdir, open, opendir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Entry } from "./manifest.ts";

/** Names of files that are being written or worked on. Other hidden files, such as original subtitles, are kept. */
const unfinished = /^\.(encoding|part-.*)$|^\..*\.?[0-9a-f]{12}(\.part)?$|^postmaster\.pid$/;

/** Of files that only this user may read, and of those that, for example, a proxy may read. */
export const closed = { file: 0o600, folder: 0o700 };
export const usual = { file: 0o666, folder: 0o777 };

/** Errors of a file system without links, or of a folder on another disk. */
const noLinks = new Set(["EPERM", "ENOTSUP", "EMLINK", "EXDEV"]);

/**
 * Lists the files of a folder, or a file itself, by their paths below `root`. An empty folder is listed with a slash at
 * its end: PostgreSQL needs its own. A missing one has none.
 */
export async function* filesBelow(root: string, path: string): AsyncGenerator<string> {
  let folder;
  try {
    folder = await opendir(join(root, path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return;
    if (code !== "ENOTDIR") throw error;
    return yield path;
  }
  let empty = true;
  for await (const entry of folder) {
    empty = false;
    if (unfinished.test(entry.name)) continue;
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, below);
    else if (entry.isFile()) yield below;
  }
  if (empty) yield `${path}/`;
}

/** Copies a file to a new one, or makes a folder whose name ends with a slash. @returns what was read */
export async function copyFile(from: string, to: string, modes = closed): Promise<Omit<Entry, "path">> {
  if (!to.endsWith("/")) return writeHashed((await open(from)).createReadStream(), to, modes);
  await mkdir(to, { recursive: true, mode: modes.folder });
  return { bytes: 0, sha256: "" };
}

/** Writes a stream to a new file. */
export async function writeHashed(
  source: NodeJS.ReadableStream,
  to: string,
  modes = closed,
): Promise<Omit<Entry, "path">> {
  await mkdir(dirname(to), { recursive: true, mode: modes.folder });
  const sum = summing();
  try {
    await pipeline(source, sum.through, createWriteStream(to, { flags: "wx", mode: modes.file }));
  } catch (error) {
    // Node names no file for a failed write.
    throw Object.assign(error as NodeJS.ErrnoException, {
      path: (error as NodeJS.ErrnoException).path ?? to,
    });
  }
  return sum.read();
}

/** Reads a file. */
export async function hashFile(path: string): Promise<Omit<Entry, "path">> {
  const sum = summing();
  await pipeline((await open(path)).createReadStream(), sum.through.resume());
  return sum.read();
}

function summing() {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      bytes += chunk.length;
      next(null, chunk);
    },
  });
  return { through, read: () => ({ bytes, sha256: hash.digest("hex") }) };
}

/**
 * Gives the files below a folder a second name in another folder of its disk, so that they stay when the service
 * removes them. Files that are linked already are left out.
 * @returns false when the file system has no links
 */
export async function linkFiles(root: string, path: string, to: string): Promise<boolean> {
  let last = "";
  for await (const file of filesBelow(root, path)) {
    if (file.endsWith("/")) continue;
    const target = join(to, file);
    if (dirname(target) !== last) await mkdir((last = dirname(target)), { recursive: true, mode: 0o700 });
    try {
      await link(join(root, file), target);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (noLinks.has(code ?? "")) return false;
      // Linked by the first round, or removed just now.
      if (code !== "EEXIST" && code !== "ENOENT") throw error;
    }
  }
  return true;
}
