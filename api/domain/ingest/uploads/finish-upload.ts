import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { uploads } from "../../../db/schema.ts";
import type { Storage, UploadGrant } from "../../../ports/storage.ts";
import { Failure } from "../../kernel/failure.ts";
import { headBytes, isOfFormat } from "../../service/files/file-format.ts";
import { checkKey, extensionOf, keepFile } from "../../service/files/keep-file.ts";

/** One buffer for the whole file: a new one per piece would add up to tens of megabytes before garbage collection. */
const pieceBytes = 1024 * 1024;

/**
 * Stores a file that was sent in pieces. It is read again from its first byte to its last, because the hash state of
 * the pieces is lost if the server is killed between them.
 * @param part path of the received file
 * @throws Failure upload_refused when its content is not what its name promises
 */
export async function finishUpload(
  deps: { db: Db; storage: Storage },
  given: { part: string; key: string; bytes: number; grant: UploadGrant; now: Date },
): Promise<void> {
  const promised = checkKey(given.key, given.grant);
  // A large file was checked when its first bytes arrived.
  if (!isOfFormat(await headOf(given.part), extensionOf(given.key)))
    throw new Failure("upload_refused", [{ field: "file", reason: "format" }]);
  if ((await hashFile(given.part)) !== promised)
    throw new Failure("upload_refused", [{ field: "key", reason: "format" }]);
  await keepFile(deps, given);
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether the service has stored this file already, so that it need not be sent again. */
export async function isStored(db: Db, key: string): Promise<boolean> {
  const [row] = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.key, key), eq(uploads.purpose, "any")));
  return row !== undefined;
}

/** @returns the SHA-256 of a file's content in hex */
async function hashFile(path: string): Promise<string> {
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
