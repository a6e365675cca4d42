import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { feedback, uploads } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { removeOldFiles } from "./remove-old-files.ts";

/**
 * How long an unused picture is kept. A form is valid for an hour, and the sender of a refused one may take a night
 * before sending it again. Milliseconds.
 */
export const unusedMs = 24 * 3_600_000;

/**
 * How long a file sent straight to a bucket is kept without being reported, as in the bucket's lifecycle rule.
 * Milliseconds.
 */
const unaskedMs = 2 * unusedMs;

/** Rows or files checked at once. */
const batch = 500;

/**
 * Removes users' pictures that were never used, or whose user is gone, and that no message to the operator shows. Users
 * were told of this limit, so it is safe to remove them; files that only seem unused are listed instead, see
 * `findOrphans`. Younger pictures stay: a user may still be writing the message. Files that an admin stored for the
 * service (purpose `any`) are never touched. May run twice at once.
 * @returns number of removed pictures
 */
export async function sweepPictures(
  { db, storage }: { db: Db; storage: Storage },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - unusedMs);
  const unused = and(eq(uploads.purpose, "picture"), lt(uploads.createdAt, before), isNull(feedback.receipt));
  let removed = 0;
  for (;;) {
    const found = await db
      .select({ key: uploads.key })
      .from(uploads)
      .leftJoin(feedback, eq(feedback.screenshot, uploads.key))
      .where(unused)
      .limit(batch);
    if (found.length === 0) return removed;
    const keys = found.map(({ key }) => key);
    await db.transaction(async (tx) => {
      // A picture that was sent again meanwhile is young again, and stays.
      const gone = await tx
        .delete(uploads)
        .where(and(inArray(uploads.key, keys), lt(uploads.createdAt, before)))
        .returning({ key: uploads.key });
      // Within the transaction: a sender of the same file waits for its end, and then stores the file again.
      for (const { key } of gone) await storage.remove(key);
      removed += gone.length;
    });
  }
}

/**
 * Removes upload parts that have not grown for a day: their uploads were killed. What browsers send to a bucket in
 * parts may be continued for a week. @returns number of removed parts
 */
export async function sweepParts(
  { arrivingDir, storage }: { arrivingDir: string; storage: Pick<Storage, "arrivals"> },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - unusedMs);
  const weekAgo = new Date(now.getTime() - 7 * 24 * 3_600_000);
  const here = await removeOldFiles(arrivingDir, (name) => name.startsWith(".part-"), before);
  return here + ((await storage.arrivals?.abortUploads({ sent: weekAgo, others: before })) ?? 0);
}

/** Removes files that a form sent to a bucket and that were never used. @returns number of removed files */
export async function sweepArrivals({ arrivals }: Pick<Storage, "arrivals">, now: Date): Promise<number> {
  if (!arrivals) return 0;
  const before = new Date(now.getTime() - unaskedMs);
  let removed = 0;
  for await (const { path, changedAt } of arrivals.list()) {
    if (changedAt >= before) continue;
    await arrivals.remove(path);
    removed += 1;
  }
  return removed;
}
