import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** One buffer for all of a file: a fresh one for each piece would be tens of megabytes before they are collected. */
const pieceBytes = 1024 * 1024;

/** @returns the SHA-256 of a file's content in hex */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  const file = await open(path);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, pieceBytes);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
