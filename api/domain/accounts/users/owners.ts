import { and, gt, gte, inArray, isNull, or } from "drizzle-orm";
import { adminLevels } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { bans, users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";

/**
 * Checks that another owner who can sign in is left before one stops being an owner.
 * @param owners every owner's uid, their rows locked
 * @throws Failure last_owner
 */
export async function refuseLastOwner(
  tx: Db,
  { owners, leaving, now }: { owners: readonly string[]; leaving: string; now: Date },
): Promise<void> {
  if (!owners.includes(leaving)) return;
  const others = owners.filter((uid) => uid !== leaving);
  if (others.length === 0) throw new Failure("last_owner");
  const suspended = await tx
    .select({ uid: bans.uid })
    .from(bans)
    .where(and(inArray(bans.uid, others), or(isNull(bans.until), gt(bans.until, now))));
  if (suspended.length === others.length) throw new Failure("last_owner");
}

/**
 * Every owner's uid. The rows stay locked until the transaction ends, so that the last two owners can't leave at once.
 */
export async function lockOwners(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(gte(users.admin, adminLevels.owner))
    .orderBy(users.uid)
    .for("update");
  return rows.map(({ uid }) => uid);
}
