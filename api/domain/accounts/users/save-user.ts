import { eq } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import { adminLevels, isPermitted, levelName } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import type { IdentityProvider } from "../../../ports/identity.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import { clashesOf } from "../../kernel/merge-fields.ts";
import type { User } from "../../kernel/user.ts";
import { lockOneAsAdmin } from "./lock-users.ts";
import { refuseLastOwner } from "./owners.ts";

type Input = ParsedOf<"z/user/save"> & { admin: User; now: Date };

/**
 * Sets an account's name and level.
 * @throws Failure not_found · conflict · forbidden for a user of a higher level than the admin, for a level above the
 *   admin's own, and without the permission for levels · last_owner · invalid for a guest's level or name: both would
 *   be lost; for a new owner without a reason or without the admin's own password
 */
export async function saveUser(
  { db, identity }: { db: Db; identity: IdentityProvider },
  input: Input,
): Promise<{ revision: number }> {
  const { uid, revision, name, level, reason, now } = input;
  if (level === "owner") await confirmRise({ db, identity }, input);
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
      if (above || !isPermitted(admin.admin, "users.levels")) throw new Failure("forbidden");
      if (user.anonymous) throw invalidField("level", "choice");
      await refuseLastOwner(tx, { owners, leaving: uid, now });
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

/** A new owner may do everything, so a session that was left open is not enough to make one. */
async function confirmRise(
  { db, identity }: { db: Db; identity: IdentityProvider },
  { uid, reason, password, admin }: Input,
): Promise<void> {
  const [user] = await db.select({ admin: users.admin }).from(users).where(eq(users.uid, uid));
  // What is refused anyway is refused for its own reason.
  if (!user || levelName(user.admin) === "owner" || !isPermitted(admin.admin, "users.levels")) return;
  if (reason === undefined) throw invalidField("reason", "required");
  const { uid: own, email } = admin;
  const confirmed = await identity.confirmOwner({ uid: own, email, password, proof: undefined });
  if (!confirmed) throw invalidField("password", password === undefined ? "required" : "wrong");
}
