import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { magnets } from "../../../db/schema.ts";

/** Whose account is gone is nobody's id any more; that somebody of this name had the right, and said so, stays. */
export async function forgetMagnets(tx: Db, { uid }: { uid: string }): Promise<void> {
  await tx.update(magnets).set({ rightsUid: null }).where(eq(magnets.rightsUid, uid));
  await tx.update(magnets).set({ chosenUid: null }).where(eq(magnets.chosenUid, uid));
}
