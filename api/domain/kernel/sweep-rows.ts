import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";

/**
 * Rows per statement: locks last some milliseconds, also on the embedded database, which runs one statement at a time.
 */
export const batchSize = 500;
/** Batches per run: the next run continues, so that no run takes long. */
export const mostBatches = 100;

/**
 * Removes rows in batches, each with a statement of its own. Locked rows are left for the next run, so two runs at once
 * do no harm.
 * @param given `table`, and `where` with an index for it
 * @returns number of removed rows
 */
export async function sweepRows(db: Db, given: { table: SQL; where: SQL }): Promise<number> {
  let removed = 0;
  for (let turn = 0; turn < mostBatches; turn++) {
    const gone = await removeBatch(db, given);
    removed += gone;
    if (gone < batchSize) break;
  }
  return removed;
}

async function removeBatch(db: Db, { table, where }: { table: SQL; where: SQL }): Promise<number> {
  const [row] = rowsOf<{ n: number }>(
    await db.execute(sql`
      with gone as (
        delete from ${table} where ctid = any (array(
          select ctid from ${table} where ${where} limit ${batchSize} for update skip locked))
        returning 1)
      select count(*)::int as n from gone`),
  );
  return row!.n;
}
