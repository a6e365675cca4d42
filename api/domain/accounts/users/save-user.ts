import { eq } from "drizzle-orm";
import type { Conflict, ParsedOf } from "../../../../contract/index.ts";
import { adminLevels, isPermitted, levelName } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { lockOneAsAdmin } from "./lock-users.ts";
import { refuseLastOwner } from "./owners.ts";

/**
 * Sets an account's name and level.
 * @throws Failure not_found · conflict · forbidden for a user of a higher level than the admin, for a level above the
 *   admin's own, and without the permission for levels · last_owner · invalid for a guest's level or name: both would
 *   be lost
 */
export async function saveUser(
  db: Db,
  input: ParsedOf<"z/user/save"> & { admin: User; now: Date },
): Promise<{ revision: number }> {
  const { uid, revision, name, level, reason, now } = input;
  return db.transaction(async (tx) => {
    const locked = await lockOneAsAdmin(tx, { admin: input.admin, uid, permission: "users.write" });
    const { admin, user, owners } = locked;
    const before = { name: user.name, level: levelName(user.admin) };
    const after = { name: name === undefined ? user.name : name, level: level ?? before.level };
    if (user.revision !== revision) throw conflict(await whatChanged(tx, user, { name, level }));
    if (after.level !== before.level) {
      const above = adminLevels[after.level] > admin.admin;
      if (above || !isPermitted(admin.admin, "users.levels")) throw new Failure("forbidden");
      if (user.anonymous) throw invalidField("level", "choice");
      await refuseLastOwner(tx, { owners, leaving: uid, now });
    }
    if (after.name !== before.name && user.anonymous) throw invalidField("name", "choice");
    const target = { kind: "user", id: uid } as const;
    const audited = { actor: actorOf(admin), action: "z/user/save", target, before, after, reason, now };
    if (!(await recordAudit(tx, audited))) return { revision };
    await tx
      .update(users)
      .set({
        name: after.name,
        admin: adminLevels[after.level],
        revision: revision + 1,
        profileEdited: user.profileEdited || after.name !== before.name,
      })
      .where(eq(users.uid, uid));
    return { revision: revision + 1 };
  });
}

/** The current values that an editor of an older revision has to see. */
async function whatChanged(
  tx: Db,
  user: User,
  sent: { name: string | null | undefined; level: string | undefined },
): Promise<Conflict> {
  const theirs = { name: user.name, level: levelName(user.admin) };
  const fields = (["name", "level"] as const)
    .filter((field) => sent[field] !== undefined && sent[field] !== theirs[field])
    .map((field) => ({ field, theirs: theirs[field] }));
  return { revision: user.revision, fields, ...(await lastChange(tx, { kind: "user", id: user.uid })) };
}
