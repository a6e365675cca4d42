import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** One buffer for the whole file: a new one per piece would add up to tens of megabytes before garbage collection. */
const pieceBytes = 1024 * 1024;

/** @returns the SHA-256 of a file's content in hex */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
