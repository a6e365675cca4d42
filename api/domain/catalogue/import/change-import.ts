import { and, eq, inArray } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { ImportState } from "../../../../contract/catalogue/values.ts";
import type { Db } from "../../../db/client.ts";
import { movieImportLines, movieImports } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { findUpload } from "../../service/files/find-upload.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { isUndoable, type ImportRow } from "./import-row.ts";

type By = { admin: User; now: Date };
type Id = { id: string };

/**
 * Begins to check an uploaded file. The same key begins one import.
 * @throws Failure invalid for a file that this admin did not upload
 */
export async function beginImport(
  deps: { db: Db; storage: Pick<Storage, "arrivals"> },
  { key, source, admin, now }: ParsedOf<"z/import/begin"> & By,
): Promise<Id> {
  const { db } = deps;
  if (!(await findUpload(deps, { key: source, uid: admin.uid, now }))) throw invalidField("source", "format");
  const { uid: actorUid, name: actorName } = actorOf(admin);
  await db
    .insert(movieImports)
    .values({ id: key, source, actorUid, actorName, state: "checking", createdAt: now })
    .onConflictDoNothing();
  return { id: key };
}

/**
 * Checks the file again, read as an admin says.
 * @throws Failure not_found · invalid once lines were imported
 */
export function recheckImport(
  db: Db,
  { id, encoding, separator }: ParsedOf<"z/import/check"> & By,
): Promise<Id> {
  return changeState(db, id, {
    from: ["checking", "checked", "cancelled", "failed"],
    when: ({ startedAt }) => startedAt === null,
    change: async (tx) => {
      await tx.delete(movieImportLines).where(eq(movieImportLines.importId, id));
      const anew = { problem: null, problemLine: null, columns: [], sample: [], counts: {} };
      return { state: "checking", encoding, separator, ...anew, line: 0, done: 0, total: 0 };
    },
  });
}

/** Imports the lines of a checked file that are right. @throws Failure not_found · invalid */
export function startImport(db: Db, { id, admin, now }: Id & By): Promise<Id> {
  return changeState(db, id, {
    from: ["checked"],
    // A second tap on the button finds what the first one began.
    already: ["importing", "imported"],
    when: ({ counts }) => (counts.create ?? 0) + (counts.change ?? 0) > 0,
    change: async (tx, { counts }) => {
      await audit(tx, "z/import/start", { id, admin, now, counts });
      const { uid: actorUid, name: actorName } = actorOf(admin);
      const total = (counts.create ?? 0) + (counts.change ?? 0);
      return { state: "importing", actorUid, actorName, startedAt: now, line: 0, done: 0, total };
    },
  });
}

/** Stops a check or an import, or puts a failed one aside; what was imported stays. @throws Failure not_found · invalid */
export function cancelImport(db: Db, { id, admin, now }: Id & By): Promise<Id> {
  return changeState(db, id, {
    from: ["checking", "checked", "importing", "failed"],
    already: ["cancelled"],
    change: async (tx, { counts, startedAt }) => {
      if (startedAt) await audit(tx, "z/import/cancel", { id, admin, now, counts });
      return { state: "cancelled" };
    },
  });
}

/** Takes a whole import back. @throws Failure not_found · invalid after a day, and when nothing was written */
export function beginUndo(db: Db, { id, admin, now }: Id & By): Promise<Id> {
  return changeState(db, id, {
    from: ["imported", "cancelled", "failed"],
    already: ["undoing", "undone"],
    when: (row) => isUndoable(row, now),
    change: async (tx, { counts }) => {
      await audit(tx, "z/import/undo", { id, admin, now, counts });
      const { uid: actorUid, name: actorName } = actorOf(admin);
      const total = (counts.created ?? 0) + (counts.changed ?? 0);
      return { state: "undoing", problem: null, actorUid, actorName, done: 0, total };
    },
  });
}

type Change = {
  from: ImportState[];
  /** States in which the call was made before: it changes nothing. */
  already?: ImportState[];
  when?: (row: ImportRow) => boolean;
  change: (tx: Db, row: ImportRow) => Promise<Partial<typeof movieImports.$inferInsert>>;
};

async function changeState(db: Db, id: string, { from, already = [], when, change }: Change): Promise<Id> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(movieImports).where(eq(movieImports.id, id)).for("update");
    if (!row) throw new Failure("not_found");
    if (already.includes(row.state)) return { id };
    if (!from.includes(row.state) || (when && !when(row))) throw invalidField("id", "choice");
    await tx
      .update(movieImports)
      .set({ run: row.run + 1, ...(await change(tx, row)) })
      .where(and(eq(movieImports.id, id), inArray(movieImports.state, from)));
    return { id };
  });
}

/** One entry for the whole; each title has its own besides. */
async function audit(
  tx: Db,
  action: string,
  { id, admin, now, counts }: Id & By & { counts: ImportRow["counts"] },
): Promise<void> {
  const target = { kind: "movie", id: "*" } as const;
  await recordAudit(tx, {
    actor: actorOf(admin),
    action,
    target,
    before: null,
    after: { import: id, counts },
    now,
  });
}
