import { setMaxListeners } from "node:events";
import type { Bytes, RemoteFile, RemoteSource } from "../../ports/files.ts";
import { closeFile, createFileSource, readAt } from "./file-source.ts";
import { READ_SIZE } from "./send-parts.ts";

/** Files checked at the same time. */
const atOnce = 16;

/**
 * Presents several files as one: a movie's init segment plus some of its segments form a playable file.
 * @param paths at least one
 * @returns null when one of them does not exist
 */
export async function joinFiles(source: RemoteSource, paths: readonly string[]): Promise<RemoteFile | null> {
  const files: RemoteFile[] = [];
  for (let at = 0; at < paths.length; at += atOnce) {
    const found = await Promise.all(paths.slice(at, at + atOnce).map((path) => source.open(path)));
    for (const file of found) {
      if (!file) return null;
      files.push(file);
    }
  }
  const size = files.reduce((sum, { facts }) => sum + facts.size, 0);
  const mtimeMs = Math.max(...files.map(({ facts }) => facts.mtimeMs));
  return {
    facts: { size, mtimeMs, ino: files[0]!.facts.ino },
    read: async ({ start, length, signal }) => pieces(files, { start, length, signal }),
  };
}

async function* pieces(
  files: readonly RemoteFile[],
  { start, length, signal }: { start: number; length: number; signal: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  // Each open file listens to the reader's abort signal.
  if (signal) setMaxListeners(0, signal);
  let before = 0;
  for (const file of files) {
    const from = Math.max(start, before);
    const to = Math.min(start + length, before + file.facts.size);
    if (to > from) yield* await file.read({ start: from - before, length: to - from, signal });
    before += file.facts.size;
  }
}

/** The files below a folder of this machine, with the interface of a remote source. */
export function createLocalSource(root: string): RemoteSource {
  const files = createFileSource(root);
  return {
    async open(path) {
      const file = await files.open(path);
      if (!file) return null;
      const { facts } = file;
      await closeFile(file.fd);
      const read = async ({ start, length }: { start: number; length: number }): Promise<Bytes> => {
        const again = await files.open(path);
        if (again?.facts.ino !== facts.ino || again.facts.size !== facts.size) {
          if (again) await closeFile(again.fd);
          throw new Error("The file has changed");
        }
        return bytesOf(again.fd, start, length);
      };
      return { facts, read };
    },
  };
}

/** Closes the descriptor, also when the reader stops early. */
async function* bytesOf(fd: number, start: number, length: number): AsyncGenerator<Uint8Array> {
  try {
    for (let at = start; at < start + length;) {
      const chunk = new Uint8Array(Math.min(start + length - at, READ_SIZE));
      const count = await readAt(fd, chunk, chunk.length, at);
      if (count === 0) throw new Error("The file has become shorter");
      yield chunk.subarray(0, count);
      at += count;
    }
  } finally {
    await closeFile(fd);
  }
}
