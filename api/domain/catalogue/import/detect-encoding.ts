import { createReadStream } from "node:fs";
import type { ImportEncoding, ImportSeparator } from "../../../../contract/catalogue/values.ts";
import { columnOf } from "./read-cells.ts";

/** Bytes that tell an encoding without a mark. */
const headBytes = 4_096;

/**
 * Finds the encoding of a text file: by its mark; by the zero bytes of UTF-16; UTF-8 where all of the file is that; else
 * Windows-1252. @returns null for a file that is no text
 */
export async function detectEncoding(path: string): Promise<ImportEncoding | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let head: Buffer | null = null;
  let isUtf8 = true;
  for await (const piece of createReadStream(path, { highWaterMark: 64 * 1024 }) as AsyncIterable<Buffer>) {
    if (head === null) {
      head = piece.subarray(0, headBytes);
      const wide = utf16Of(head);
      if (wide) return wide;
    }
    if (piece.includes(0)) return null;
    try {
      if (isUtf8) decoder.decode(piece, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  try {
    decoder.decode();
  } catch {
    isUtf8 = false;
  }
  return isUtf8 ? "utf-8" : "windows-1252";
}

function utf16Of(head: Buffer): ImportEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  // The first line has names in Latin letters: every other byte of it is zero.
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const half = Math.min(head.length, 64) / 4;
  if (zeros[1]! > half && zeros[0] === 0) return "utf-16le";
  if (zeros[0]! > half && zeros[1] === 0) return "utf-16be";
  return null;
}

export const separators: Record<ImportSeparator, string> = { comma: ",", semicolon: ";", tab: "\t" };
const names = Object.keys(separators) as ImportSeparator[];

/**
 * Finds the separator: in a line `sep=…`, else the one that makes the first line the most names that are known, or the
 * most cells.
 * @returns `skipped`: number of lines before the one with the names
 */
export function detectSeparator(head: string): { separator: ImportSeparator; skipped: number } {
  const [first = "", second = ""] = head.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/, 2);
  const said = /^"?sep=(.)"?$/i.exec(first)?.[1];
  const skipped = /^"?sep=/i.test(first) ? 1 : 0;
  const named = names.find((name) => separators[name] === said);
  if (named) return { separator: named, skipped };
  const cellsOf = (name: ImportSeparator) => (skipped ? second : first).split(separators[name]);
  const rank = (name: ImportSeparator) => {
    const cells = cellsOf(name).map((cell) => cell.replace(/^\s*"|"\s*$/g, ""));
    return cells.filter((cell) => columnOf(cell) !== null).length * 1_000 + Math.min(cells.length, 999);
  };
  const [best] = names.toSorted((a, b) => rank(b) - rank(a));
  return { separator: best!, skipped };
}
