import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";

/** A row that one worker holds at a time: it writes under its `claim`. Whether that worker's process lives, its lease says: see process-lease.ts. */
type Leased = { id: string; claim: string | null; state: string };
type LeasedTable = PgTable & Record<"id" | "claim" | "state", PgColumn>;

/**
 * This worker no longer holds the row: it was changed, given to another worker, or deleted in the meantime. Nothing was
 * written.
 */
export class LeaseLost extends Error {}

/** @returns the condition that a row is still held by the claim it was read with, in the same state */
export function heldBy(table: LeasedTable, { id, claim, state }: Leased): SQL | undefined {
  return and(eq(table.id, id), eq(table.claim, claim!), eq(table.state, state));
}

/**
 * Writes to a held row.
 * @throws LeaseLost
 */
export async function writeHeld<T extends LeasedTable>(
  db: Db,
  table: T,
  { row, set }: { row: Leased; set: Partial<T["$inferInsert"]> },
): Promise<void> {
  const written = await db
    .update(table)
    .set(set as never)
    .where(heldBy(table, row))
    .returning({ id: table.id });
  if (written.length === 0) throw new LeaseLost();
}

/**
 * Locks a held row until the transaction ends.
 * @throws LeaseLost
 */
export async function lockHeld(tx: Db, table: LeasedTable, row: Leased): Promise<void> {
  const held = await tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(heldBy(table, row))
    .for("update");
  if (held.length === 0) throw new LeaseLost();
}
