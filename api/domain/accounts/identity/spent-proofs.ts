import { createHash } from "node:crypto";
import { lte } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { spentProofs } from "../../../db/schema.ts";

/**
 * Marks a proof as used, in the transaction that opens its session. Of two concurrent calls one waits for the other.
 * @param id the proof's id, as the verifier names it
 * @returns whether this was its first use
 */
export async function spendProof(
  tx: Db,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<boolean> {
  const digest = createHash("sha256").update(id).digest("hex");
  const added = await tx.insert(spentProofs).values({ digest, expiresAt }).onConflictDoNothing().returning();
  return added.length > 0;
}

/** Removes used proofs that have expired: they would be refused anyway. */
export async function sweepSpentProofs(db: Db, now: Date): Promise<void> {
  await db.delete(spentProofs).where(lte(spentProofs.expiresAt, now));
}
