import { and, eq, inArray, lt } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { undoMs } from "./undo-movies.ts";

const batch = 100;

/**
 * Removes movies for good that were deleted a day ago: their texts, episodes and artwork, and the viewers' progress.
 * Their assets stay as orphans, see api/domain/ingest/orphans.
 * @returns number of removed movies
 */
export async function purgeMovies({ db, artwork }: { db: Db; artwork: Files }, now: Date): Promise<number> {
  const before = new Date(now.getTime() - undoMs);
  const over = and(eq(movies.status, "deleted"), lt(movies.deletedAt, before));
  let removed = 0;
  for (;;) {
    const found = await db.select({ id: movies.id }).from(movies).where(over).orderBy(movies.id).limit(batch);
    if (found.length === 0) return removed;
    const ids = found.map(({ id }) => id);
    // They go with their titles.
    const trailers = await db.select({ id: movies.id }).from(movies).where(inArray(movies.trailerOf, ids));
    const gone = await db
      .delete(movies)
      .where(and(over, inArray(movies.id, ids)))
      .returning({ id: movies.id });
    for (const { id } of [...gone, ...trailers]) await artwork.removeFolder(id);
    removed += gone.length;
  }
}
