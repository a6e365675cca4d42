import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { feedback, uploads } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";

/** Removes a picture that a user has uploaded, unless a message to the operator shows it. */
export async function removeUpload(
  { db, storage }: { db: Db; storage: Storage },
  { uid, key }: { uid: string; key: string },
): Promise<void> {
  const [shown] = await db
    .select({ key: feedback.screenshot })
    .from(feedback)
    .where(eq(feedback.screenshot, key))
    .limit(1);
  if (shown) return;
  const mine = await db
    .delete(uploads)
    .where(and(eq(uploads.key, key), eq(uploads.uid, uid)))
    .returning({ key: uploads.key });
  if (mine.length > 0) await storage.remove(key);
}
