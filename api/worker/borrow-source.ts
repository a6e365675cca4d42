import { eq } from "drizzle-orm";
import { uploads } from "../db/schema.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { requireRoom } from "../domain/service/files/room.ts";
import type { EncodeDeps } from "./encode-deps.ts";
import { Damaged } from "./encode-problem.ts";

/**
 * The stored file of an encoding as a path of this machine. A movie in a bucket is first copied to this machine: the
 * disk must hold both the copy and the output.
 * @param folder where a copy may be
 * @throws Damaged for a file that is gone, or is not what its name promises
 */
export async function borrowSource(
  deps: Pick<EncodeDeps, "db" | "storage" | "mediaDir" | "free">,
  wanted: { key: string; folder: string; signal: AbortSignal },
): Promise<string> {
  const { db, storage, mediaDir, free } = deps;
  if (storage.arrivals) {
    const [stored] = await db
      .select({ bytes: uploads.bytes })
      .from(uploads)
      .where(eq(uploads.key, wanted.key));
    await requireRoom(mediaDir, { bytes: 2 * (stored?.bytes ?? 0), free });
  }
  try {
    const source = await storage.borrow(wanted);
    if (source) return source;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "upload_refused") throw error;
    // It is removed, so that the right one can be sent.
    await db.delete(uploads).where(eq(uploads.key, wanted.key));
    await storage.remove(wanted.key);
    throw new Damaged("damaged", "Its content is not what its name promises");
  }
  throw new Damaged("source_missing");
}
