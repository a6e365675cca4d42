import { gte } from "drizzle-orm";
import { adminLevels } from "../../../contract/permissions.ts";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema.ts";
import { Failure } from "../failure.ts";

/**
 * Makes sure, before somebody stops to be an owner, that one is left.
 * @param owners every owner's uid, their rows locked
 * @throws Failure last_owner
 */
export function refuseLastOwner(owners: readonly string[], { leaving }: { leaving: string }): void {
  if (owners.length === 1 && owners[0] === leaving) throw new Failure("last_owner");
}

/** Every owner's uid. Their rows stay locked until the transaction ends: two can't both leave as the second to last. */
export async function lockOwners(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(gte(users.admin, adminLevels.owner))
    .orderBy(users.uid)
    .for("update");
  return rows.map(({ uid }) => uid);
}
