import { eq, sql } from "drizzle-orm";
import { adminLevels, levelName, type AdminLevel } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import { recordAudit, type Actor } from "../../service/audit/record-audit.ts";
import { Failure } from "../../kernel/failure.ts";
import { lockUsers, ownersOf } from "./lock-users.ts";
import { refuseLastOwner } from "./owners.ts";

/**
 * Sets a user's admin level, or none, from the server's console. A guest can't become an admin, because a guest can't
 * sign in again.
 * @returns the level before
 * @throws Failure not_found · forbidden for a guest · last_owner
 */
export async function changeLevel(
  db: Db,
  {
    uid,
    level,
    actor,
    action,
    now,
  }: { uid: string; level: AdminLevel; actor: Actor; action: string; now: Date },
): Promise<AdminLevel> {
  return db.transaction(async (tx) => {
    const rows = await lockUsers(tx, [uid]);
    const user = rows.find((row) => row.uid === uid);
    if (!user) throw new Failure("not_found");
    if (user.anonymous) throw new Failure("forbidden");
    const before = levelName(user.admin);
    if (before === level) return before;
    await refuseLastOwner(tx, { owners: ownersOf(rows), leaving: uid, now });
    await tx
      .update(users)
      .set({ admin: adminLevels[level], revision: sql`${users.revision} + 1` })
      .where(eq(users.uid, uid));
    const target = { kind: "user", id: uid } as const;
    await recordAudit(tx, { actor, action, target, before: { level: before }, after: { level }, now });
    return before;
  });
}
