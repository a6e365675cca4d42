import { eq, sql } from "drizzle-orm";
import type { AdminMovie } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { conflict, Failure } from "../../kernel/failure.ts";
import { clashesOf, isSame } from "../../kernel/merge-fields.ts";
import type { User } from "../../kernel/user.ts";
import { flatMovie, readMovie } from "./read-movie.ts";

export type MovieRow = typeof movies.$inferSelect;

/** The admin who writes, and the revision they started from. */
export type MovieWrite = {
  id: string;
  revision: number;
  /** What the editor's form began with, by the names of `sent`. */
  before?: Record<string, unknown> | undefined;
  admin: User;
  now: Date;
  reason?: string | undefined;
};

type Fields = Record<string, unknown>;
/** `entry` = that of the audit log which undoes it; null if nothing does. */
export type Written<T> = { revision: number; value: T; entry: string | null };

type Change<T> = {
  /** Name of the call. */
  action: string;
  /**
   * The sent values, under the names of the audit log. If the save comes too late, the answer lists those that differ.
   */
  sent?: Fields;
  /** Maps the current movie to the same fields, if the audit log names them differently. */
  theirs?: (current: AdminMovie) => Fields;
  /** Any change since of what the form began with is a conflict, not only one of the sent fields. */
  whole?: boolean;
  /** Writes the change; the movie is locked. */
  apply: (tx: Db, at: { row: MovieRow; before: AdminMovie }) => Promise<T>;
  /** Data for an undo, from what `apply` returned; null = it can't be undone. */
  undo?: (value: T) => Record<string, unknown> | null;
};

/**
 * Changes one movie. Locks it, requires the revision the editor started from, or that the same fields are unchanged
 * since, and writes the audit log in the same
 * transaction. A change without effect writes nothing.
 * @throws Failure not_found · conflict · the failures of `apply`
 */
export async function writeMovie<T>(
  db: Db,
  write: MovieWrite,
  { action, sent = {}, theirs = flatMovie, whole = false, apply, undo }: Change<T>,
): Promise<Written<T>> {
  const { id, revision, admin, now, reason } = write;
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(movies).where(eq(movies.id, id)).for("update");
    if (!row || row.status === "deleted") throw new Failure("not_found");
    const before = await readMovie(tx, { id });
    if (row.revision !== revision) {
      const current = theirs(before);
      const began = whole && !isStill(write.before, current) ? undefined : write.before;
      const fields = clashesOf({ sent, before: began, current });
      if (!began || fields.length > 0)
        throw conflict({
          revision: row.revision,
          fields,
          ...(await lastChange(tx, { kind: "movie", id }, fields)),
        });
    }
    const value = await apply(tx, { row, before });
    const after = await readMovie(tx, { id });
    const undoing = undo?.(value) ?? null;
    const audited = await recordAudit(tx, {
      actor: actorOf(admin),
      action,
      target: { kind: "movie", id },
      before: flatMovie(before),
      after: flatMovie(after),
      reason,
      undo: undoing,
      now,
    });
    if (audited === null) return { revision: row.revision, value, entry: null };
    await tx
      .update(movies)
      .set({ revision: sql`${movies.revision} + 1`, updatedAt: now })
      .where(eq(movies.id, id));
    return { revision: row.revision + 1, value, entry: undoing && audited };
  });
}

function isStill(before: Fields | undefined, current: Fields): boolean {
  return Object.entries(before ?? {}).every(([field, value]) => isSame(value, current[field]));
}
