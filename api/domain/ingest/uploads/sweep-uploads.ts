import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { feedback, uploads } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { removeOldFiles } from "./remove-old-files.ts";

/**
 * How long a picture may wait for whoever uses it. A form is good for an hour, and a refused one may be looked at over
 * night before it is sent again. Milliseconds.
 */
export const unusedMs = 24 * 3_600_000;

/** How long what was sent straight to a bucket may wait for whoever says so: as its lifecycle rule has it. Milliseconds. */
export const unaskedMs = 2 * unusedMs;

/** Rows or files looked at in one go. */
const batch = 500;

/**
 * Removes people's pictures that were sent and never used, or whose person has gone, and that no message to the operator
 * shows. That is an end they were told of, and not a guess: what merely seems to be nobody's is only listed, see
 * `findOrphans`. Younger ones stay: somebody may just be writing the message. What an admin stored for the service (purpose
 * `any`) is never touched. May run twice at once.
 * @returns how many were removed
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
      // The same picture sent once more meanwhile is young again, and stays.
      const gone = await tx
        .delete(uploads)
        .where(and(inArray(uploads.key, keys), lt(uploads.createdAt, before)))
        .returning({ key: uploads.key });
      // Within the transaction: who sends it just now waits for the end, and then puts the file there.
      for (const { key } of gone) await storage.remove(key);
      removed += gone.length;
    });
  }
}

/** Removes parts of files that nobody has written to for a day: their uploads were killed. @returns how many */
export async function sweepParts(
  { arrivingDir, storage }: { arrivingDir: string; storage: Pick<Storage, "arrivals"> },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - unusedMs);
  const here = await removeOldFiles(arrivingDir, (name) => name.startsWith(".part-"), before);
  return here + ((await storage.arrivals?.abortUploads(before)) ?? 0);
}

/** Removes what was sent to a bucket by a form and never asked for. @returns how many */
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
