import { eq } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import { adminLevels, levelName } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import { clashesOf } from "../../kernel/merge-fields.ts";
import { mayDo, type User } from "../../kernel/user.ts";
import { lockOneAsAdmin } from "./lock-users.ts";
import { refuseLastOwner } from "./owners.ts";

type Input = ParsedOf<"z/user/save"> & {
  admin: User;
  /** The admin's session was confirmed lately: a level takes that, because a session that was left open is not enough. */
  isConfirmed: boolean;
  now: Date;
};

/**
 * Sets an account's name and level.
 * @throws Failure not_found · conflict · forbidden for a user of a higher level than the admin, for a level above the
 *   admin's own, and without the permission for levels · last_owner · invalid for a guest's level or name: both would
 *   be lost; for a new owner without a reason · confirm_required for a level
 */
export async function saveUser(db: Db, input: Input): Promise<{ revision: number }> {
  const { uid, revision, name, level, reason, now } = input;
  return db.transaction(async (tx) => {
    const locked = await lockOneAsAdmin(tx, { admin: input.admin, uid, permission: "users.write" });
    const { admin, user, owners } = locked;
    const before = { name: user.name, level: levelName(user.admin) };
    const after = { name: name === undefined ? user.name : name, level: level ?? before.level };
    if (user.revision !== revision) {
      const sent = Object.fromEntries(Object.entries({ name, level }).filter(([, one]) => one !== undefined));
      const fields = clashesOf({ sent, before: input.before, current: before });
      if (!input.before || fields.length > 0)
        throw conflict({
          revision: user.revision,
          fields,
          ...(await lastChange(tx, { kind: "user", id: uid }, fields)),
        });
    }
    if (after.level !== before.level) {
      const above = adminLevels[after.level] > admin.admin;
      if (above || !mayDo(admin, "users.levels")) throw new Failure("forbidden");
      if (user.anonymous) throw invalidField("level", "choice");
      await refuseLastOwner(tx, { owners, leaving: uid, now });
      if (after.level === "owner" && reason === undefined) throw invalidField("reason", "required");
      if (!input.isConfirmed) throw new Failure("confirm_required");
    }
    if (after.name !== before.name && user.anonymous) throw invalidField("name", "choice");
    const target = { kind: "user", id: uid } as const;
    const audited = { actor: actorOf(admin), action: "z/user/save", target, before, after, reason, now };
    if (!(await recordAudit(tx, audited))) return { revision: user.revision };
    await tx
      .update(users)
      .set({
        name: after.name,
        admin: adminLevels[after.level],
        revision: user.revision + 1,
        profileEdited: user.profileEdited || after.name !== before.name,
      })
      .where(eq(users.uid, uid));
    return { revision: user.revision + 1 };
  });
}
