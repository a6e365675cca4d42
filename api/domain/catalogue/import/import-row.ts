import { eq } from "drizzle-orm";
import type { ImportState, LineOutcome } from "../../../../contract/catalogue/values.ts";
import type { Db } from "../../../db/client.ts";
import { movieImports } from "../../../db/schema.ts";

export type ImportRow = typeof movieImports.$inferSelect;
export type Counts = ImportRow["counts"];

/** How long an import can be undone. Milliseconds. */
export const undoMs = 24 * 3_600_000;

/** Between two slices: a request needs several turns of the event loop. Milliseconds. */
export const restMs = 4;

/** Another process, or an admin, has changed the import: this job has to stop. Nothing was written. */
export class ImportTaken extends Error {}

/**
 * Writes one slice in one transaction, with how far the import is. So a killed process leaves whole slices, and no line
 * is written twice.
 * @param row as this job last saw it
 * @returns the row after it
 * @throws ImportTaken
 */
export async function writeSlice(
  db: Db,
  row: ImportRow,
  write: (tx: Db) => Promise<Partial<typeof movieImports.$inferInsert>>,
): Promise<ImportRow> {
  return db.transaction(async (tx) => {
    const [now] = await tx.select().from(movieImports).where(eq(movieImports.id, row.id)).for("update");
    if (!now || now.run !== row.run || now.state !== row.state || now.line !== row.line)
      throw new ImportTaken();
    const [after] = await tx
      .update(movieImports)
      .set({ id: row.id, ...(await write(tx)) })
      .where(eq(movieImports.id, row.id))
      .returning();
    return after!;
  });
}

/** Moves lines from one outcome to another; `from` is left out for a line that is new. */
export function countMoves(
  counts: Counts,
  moves: readonly { from?: LineOutcome; to: LineOutcome }[],
): Counts {
  const after = { ...counts };
  for (const { from, to } of moves) {
    if (from) after[from] = (after[from] ?? 1) - 1;
    after[to] = (after[to] ?? 0) + 1;
  }
  return after;
}

/** Whether what an import wrote can be taken back now. */
export function isUndoable({ state, counts, startedAt }: ImportRow, now: Date): boolean {
  const over: ImportState[] = ["imported", "cancelled", "failed"];
  const written = (counts.created ?? 0) + (counts.changed ?? 0);
  return (
    over.includes(state) && written > 0 && startedAt !== null && now.getTime() - startedAt.getTime() < undoMs
  );
}
