import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { MagnetTrouble } from "./magnet-row.ts";
import type { TorrentContent } from "./read-metadata.ts";

const block = 1024 * 1024;

/**
 * Reads the wanted files again and checks every piece against its hash. Whatever happened to the client, to this
 * process or to the disk, only the content that the magnet promised is used from here on.
 * @param folder contains files named by their numbers
 * @throws MagnetTrouble damaged
 */
export async function verifyFiles(
  content: TorrentContent,
  { folder, wanted, signal }: { folder: string; wanted: readonly number[]; signal: AbortSignal },
): Promise<void> {
  const { pieceBytes, pieces, files, bytes } = content;
  const needed = new Set<number>();
  for (const index of wanted) {
    const { offset, bytes: length } = files[index]!;
    for (let piece = Math.floor(offset / pieceBytes); piece * pieceBytes < offset + length; piece++)
      needed.add(piece);
  }
  const handles = new Map<number, FileHandle>();
  const buffer = Buffer.allocUnsafe(block);
  try {
    for (const piece of [...needed].sort((a, b) => a - b)) {
      signal.throwIfAborted();
      const end = Math.min(bytes, (piece + 1) * pieceBytes);
      const hash = createHash("sha1");
      for (let at = piece * pieceBytes; at < end;) {
        const index = fileAt(files, at);
        const file = files[index]!;
        const length = Math.min(block, end - at, file.offset + file.bytes - at);
        const handle = handles.get(index) ?? (await open(join(folder, String(index)), "r"));
        handles.set(index, handle);
        const { bytesRead } = await handle.read(buffer, 0, length, at - file.offset);
        if (bytesRead === 0) throw new MagnetTrouble("damaged", `file ${index} is too short`);
        hash.update(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
      if (hash.digest("hex") !== pieces[piece]) throw new MagnetTrouble("damaged", `piece ${piece}`);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new MagnetTrouble("damaged", "a file is missing");
    throw error;
  } finally {
    for (const handle of handles.values()) await handle.close();
  }
}

/** @returns the number of the file that contains a byte; an empty file contains none */
function fileAt(files: TorrentContent["files"], at: number): number {
  let low = 0;
  let high = files.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (files[middle]!.offset <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
