import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { magnets } from "../../../db/schema.ts";

/** Removes the ids of a deleted account from magnets. The name stays, as the record of who declared the right. */
export async function forgetMagnets(tx: Db, { uid }: { uid: string }): Promise<void> {
  await tx.update(magnets).set({ rightsUid: null }).where(eq(magnets.rightsUid, uid));
  await tx.update(magnets).set({ chosenUid: null }).where(eq(magnets.chosenUid, uid));
}
