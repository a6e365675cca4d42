import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Ban } from "../../../contract/index.ts";
import { adminLevels, type AdminLevel } from "../../../contract/accounts/permissions.ts";
import type { Db } from "../../db/client.ts";
import { auditEntries, users } from "../../db/schema.ts";
import { listUndoable } from "../service/audit/list-undoable.ts";
import { actorOf, recordAudit, type Actor } from "../service/audit/record-audit.ts";
import { Failure } from "../kernel/failure.ts";
import { mayDo, type User } from "../kernel/user.ts";
import { appendMembership } from "../commerce/membership/append-event.ts";
import { liftBan, putBan } from "../accounts/users/bans.ts";
import { isAbove, lockAsAdmin } from "../accounts/users/lock-users.ts";

/** Undo data of a bulk action in the audit log. `revision` is the account's after the action. */
export type Done = {
  kind: "ban" | "unban" | "level-none" | "vip";
  people: {
    uid: string;
    revision: number;
    ban?: Ban & { note: string | null };
    level?: AdminLevel;
    seconds?: number;
    tier?: number;
  }[];
};

/** The caller's latest bulk actions that can be undone; with a uid, those on this account. */
export async function undoableBulk(
  db: Db,
  { uid, admin, now }: { uid?: string | undefined; admin: User; now: Date },
) {
  const [user] = uid
    ? await db.select({ id: users.uid, revision: users.revision }).from(users).where(eq(users.uid, uid))
    : [];
  if (uid && !user) throw new Failure("not_found");
  const rows = { list: "people", id: "uid" } as const;
  return { items: await listUndoable(db, { actions: ["z/user/bulk"], rows, subject: user, admin, now }) };
}

/**
 * Undoes a bulk action, once; with a uid, for this account alone. An account that was changed since stays as it is; sessions that ended stay ended.
 * @throws Failure not_found for an entry that does not exist, can't be undone, or was undone · forbidden
 */
export async function undoBulk(
  db: Db,
  input: {
    entry: string;
    uid?: string | undefined;
    admin: User;
    /** The admin's session was confirmed lately: levels take that. */
    isConfirmed: boolean;
    now: Date;
  },
): Promise<{ restored: number; skipped: number }> {
  const { entry, now } = input;
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.id, entry), eq(auditEntries.action, "z/user/bulk")))
      .for("update");
    if (!row || row.undo === null || row.undoneAt) throw new Failure("not_found");
    const { kind, people: all } = row.undo as Done;
    const chosen = all.filter(({ uid }) => input.uid === undefined || uid === input.uid);
    const uids = chosen.map(({ uid }) => uid);
    const locked = await lockAsAdmin(tx, { admin: input.admin, uids, permission: "users.write" });
    const { admin } = locked;
    if (kind === "level-none" && !mayDo(admin, "users.levels")) throw new Failure("forbidden");
    if (kind === "level-none" && !input.isConfirmed) throw new Failure("confirm_required");
    const actor = actorOf(admin);
    const whole = randomUUID();
    let restored = 0;
    for (const one of chosen) {
      const user = locked.byUid.get(one.uid);
      if (!user || user.revision !== one.revision || isAbove(user, admin)) continue;
      if (one.level && adminLevels[one.level] > admin.admin) continue;
      await restore(tx, one, { kind, actor, entry, now });
      const target = { kind: "user", id: one.uid } as const;
      const audited = { actor, action: "z/user/undo", target, partOf: whole, now };
      await recordAudit(tx, { ...audited, before: { undone: null }, after: { undone: entry } });
      restored += 1;
    }
    // The rest can still be undone: it skips this account, whose revision is another now.
    if (chosen.length === all.length)
      await tx.update(auditEntries).set({ undoneAt: now }).where(eq(auditEntries.id, entry));
    const skipped = chosen.length - restored;
    await recordAudit(tx, {
      id: whole,
      actor,
      action: "z/user/undo",
      target: { kind: "user", id: "*" },
      before: { entry, kind },
      after: { restored, skipped },
      now,
    });
    return { restored, skipped };
  });
}

async function restore(
  tx: Db,
  one: Done["people"][number],
  { kind, actor, entry, now }: { kind: Done["kind"]; actor: Actor; entry: string; now: Date },
): Promise<void> {
  const { uid, ban, level = "none", seconds = 0, tier = 1 } = one;
  if (kind === "ban") await liftBan(tx, { uid });
  if (kind === "unban" && ban) {
    const until = ban.until === null ? null : new Date(ban.until);
    await putBan(tx, { uid, reason: ban.reason, note: ban.note, until, actor, now });
  }
  if (kind === "level-none") {
    const changed = { admin: adminLevels[level], revision: sql`${users.revision} + 1` };
    await tx.update(users).set(changed).where(eq(users.uid, uid));
  }
  if (kind === "vip") {
    await appendMembership(tx, {
      uid,
      tier,
      change: { kind: "shorten", seconds },
      source: "admin",
      sourceId: `undo ${entry} ${uid}`,
      by: actor,
      reason: null,
      now,
    });
  }
}
