import { gte } from "drizzle-orm";
import { adminLevels } from "../../../contract/permissions.ts";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema.ts";
import { Failure } from "../failure.ts";

/**
 * Makes sure, before somebody stops to be an owner, that one is left. The owners' rows stay locked until the
 * transaction ends: two who leave at the same moment can't both be the second to last.
 * @throws Failure last_owner
 */
export async function keepAnOwner(tx: Db, { without }: { without: readonly string[] }): Promise<void> {
  const owners = await lockOwners(tx);
  if (owners.length > 0 && owners.every((uid) => without.includes(uid))) throw new Failure("last_owner");
}

/** Every owner's uid, locked in one order, so that no two transactions wait for each other. */
export async function lockOwners(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(gte(users.admin, adminLevels.owner))
    .orderBy(users.uid)
    .for("update");
  return rows.map(({ uid }) => uid);
}
