import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { auditEntries, movies } from "../../../db/schema.ts";
import { listUndoable } from "../../service/audit/list-undoable.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import type { DoneMovies } from "./bulk-movies.ts";

const undoneActions = ["z/movie/bulk", "z/movie/delete"] as const;

/** How long an action can be undone; after that, deleted movies are removed for good. Milliseconds. */
export const undoMs = 24 * 3_600_000;

/** The caller's latest actions that can be undone; with an id, those on this movie. */
export async function undoableMovies(
  db: Db,
  { id, admin, now }: { id?: string | undefined; admin: User; now: Date },
) {
  const [movie] = id
    ? await db.select({ id: movies.id, revision: movies.revision }).from(movies).where(eq(movies.id, id))
    : [];
  if (id && !movie) throw new Failure("not_found");
  const rows = { list: "titles", id: "id", field: "access" } as const;
  return { items: await listUndoable(db, { actions: [...undoneActions], rows, subject: movie, admin, now }) };
}

/**
 * Undoes a bulk action or a deletion, once; with an id, for this movie alone. A movie that was changed since stays as it
 * is.
 * @throws Failure not_found for an entry that does not exist, is too old, can't be undone, or was undone
 */
export async function undoMovies(
  db: Db,
  { entry, id: only, admin, now }: { entry: string; id?: string | undefined; admin: User; now: Date },
): Promise<{ restored: number; skipped: number }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.id, entry),
          inArray(auditEntries.action, [...undoneActions]),
          gt(auditEntries.at, new Date(now.getTime() - undoMs)),
        ),
      )
      .for("update");
    if (!row || row.undo === null || row.undoneAt) throw new Failure("not_found");
    const { kind, titles: all } = row.undo as DoneMovies;
    const titles = all.filter(({ id }) => only === undefined || id === only);
    const ids = titles.map(({ id }) => id);
    const before = new Map(titles.map(({ id, status }) => [id, status]));
    const current = await tx
      .select()
      .from(movies)
      .where(inArray(movies.id, ids))
      .orderBy(movies.id)
      .for("update");
    // A title that has another trailer by now keeps that.
    const left = current.filter(({ id, trailerOf }) => trailerOf !== null || before.get(id) !== "trailer");
    const revisions = new Map(left.map(({ id, revision }) => [id, revision]));
    const actor = actorOf(admin);
    let restored = 0;
    for (const { id, revision, publishedAt, hideAt, ...kept } of titles) {
      if (revisions.get(id) !== revision) continue;
      await tx
        .update(movies)
        .set({
          ...kept,
          publishedAt: new Date(publishedAt),
          hideAt: hideAt === null ? null : new Date(hideAt),
          deletedAt: null,
          revision: sql`${movies.revision} + 1`,
          updatedAt: now,
        })
        .where(eq(movies.id, id));
      restored += 1;
    }
    // The rest can still be undone: it skips this movie, whose revision is another now.
    if (titles.length === all.length)
      await tx.update(auditEntries).set({ undoneAt: now }).where(eq(auditEntries.id, entry));
    const skipped = titles.length - restored;
    await recordAudit(tx, {
      actor,
      action: "z/movie/undo",
      target: { kind: "movie", id: titles.length === 1 ? titles[0]!.id : "*" },
      before: { entry, kind },
      after: { restored, skipped },
      now,
    });
    return { restored, skipped };
  });
}
