import fs from "node:fs";
import { join, resolve, sep } from "node:path";
import type { FileFacts } from "./plan-response.ts";

export type OpenedFile = { fd: number; facts: FileFacts };

export type FileSource = {
  /**
   * Opens a file below the root for reading. The caller closes `fd`.
   * @returns null for anything that must not be served: an unsafe path, a missing file, a directory or device, a
   *   symlink that leads out of the root
   * @throws the system's error for a failure of the machine (EMFILE, EIO)
   */
  open(path: string): Promise<OpenedFile | null>;
};

const MAX_PATH_LENGTH = 1024;
/** Control characters, backslash and percent: a percent would allow a second layer of encoding. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\x00-\x1f\x7f\\%]/;
const NOT_SERVABLE = new Set([
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "ELOOP",
  "EACCES",
  "EPERM",
  "ENAMETOOLONG",
  "ENXIO",
]);
/** Without NONBLOCK, opening a FIFO would wait for a writer forever. */
const OPEN_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);

/** True for a decoded, relative, slash-separated path without empty, hidden or `..` segments. */
export function isSafePath(path: string): boolean {
  if (path.length > MAX_PATH_LENGTH || UNSAFE.test(path)) return false;
  return path.split("/").every((segment) => segment !== "" && !segment.startsWith("."));
}

/** A folder whose files outsiders may read by path. The folder may not exist yet. */
export function createFileSource(root: string): FileSource {
  const base = resolve(root);
  let realBase: string | undefined;

  async function isInside(real: string): Promise<boolean> {
    if (realBase !== undefined && real.startsWith(realBase + sep)) return true;
    // The root may be a symlink that changes its target while the server runs.
    realBase = await realpath(base);
    return real.startsWith(realBase + sep);
  }

  return {
    async open(path) {
      if (!isSafePath(path)) return null;
      let fd: number | undefined;
      try {
        const real = await realpath(join(base, path));
        if (!(await isInside(real))) return null;
        fd = await open(real);
        const stat = await fstat(fd);
        if (!stat.isFile()) {
          await closeFile(fd);
          return null;
        }
        return { fd, facts: { size: stat.size, mtimeMs: stat.mtimeMs, ino: stat.ino } };
      } catch (error) {
        if (fd !== undefined) await closeFile(fd);
        if (NOT_SERVABLE.has((error as NodeJS.ErrnoException).code ?? "")) return null;
        throw error;
      }
    },
  };
}

/** Reads up to `length` bytes at `position` into the start of `buffer`; resolves with the count, 0 at the end. */
export function readAt(fd: number, buffer: Uint8Array, length: number, position: number): Promise<number> {
  return new Promise((done, fail) => {
    fs.read(fd, buffer, 0, length, position, (error, count) => (error ? fail(error) : done(count)));
  });
}

/** Closes a descriptor. No caller could handle a failure, so this never rejects. */
export function closeFile(fd: number): Promise<void> {
  return new Promise((done) => {
    fs.close(fd, () => done());
  });
}

// Wraps the callback functions: a FileHandle costs an object with a finaliser for every request.
function realpath(path: string): Promise<string> {
  return new Promise((done, fail) => {
    fs.realpath.native(path, (error, real) => (error ? fail(error) : done(real)));
  });
}

function open(path: string): Promise<number> {
  return new Promise((done, fail) => {
    fs.open(path, OPEN_FLAGS, (error, fd) => (error ? fail(error) : done(fd)));
  });
}

function fstat(fd: number): Promise<fs.Stats> {
  return new Promise((done, fail) => {
    fs.fstat(fd, (error, stat) => (error ? fail(error) : done(stat)));
  });
}
