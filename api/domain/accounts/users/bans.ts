import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Ban, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { bans, users } from "../../../db/schema.ts";
import { actorOf, recordAudit, type Actor } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { endSessions } from "../identity/session.ts";
import type { User } from "../../kernel/user.ts";
import { lockOneAsAdmin } from "./lock-users.ts";

export type BanRow = typeof bans.$inferSelect;

/** @returns the suspension that applies now; null if there is none */
export async function findBan(db: Db, { uid, now }: { uid: string; now: Date }): Promise<BanRow | null> {
  const [row] = await db
    .select()
    .from(bans)
    .where(and(eq(bans.uid, uid), or(isNull(bans.until), gt(bans.until, now))))
    .limit(1);
  return row ?? null;
}

/**
 * Refuses suspended accounts. Call it in the transaction that opens a session, with the account's row locked: a
 * concurrent suspension either is seen here or ends that session.
 * @throws Failure banned, with reason and end
 */
export async function refuseBanned(tx: Db, { uid, now }: { uid: string; now: Date }): Promise<void> {
  const ban = await findBan(tx, { uid, now });
  if (ban) throw new Failure("banned", [], undefined, { ban: banOf(ban) });
}

/**
 * Suspends an account: its sessions end at once.
 * @throws Failure not_found · forbidden for oneself and for a user of a higher level · invalid for an end in the past
 */
export async function banUser(
  db: Db,
  input: ParsedOf<"z/user/ban"> & { admin: User; now: Date },
): Promise<{ revision: number; ended: number }> {
  const { uid, reason, note, now } = input;
  const until = input.until === null ? null : new Date(input.until);
  if (until && until <= now) throw invalidField("until", "too_small");
  return db.transaction(async (tx) => {
    const locked = await lockOneAsAdmin(tx, { admin: input.admin, uid, permission: "users.write" });
    const { admin, user } = locked;
    // So the last owner is never suspended: no other user has a high enough level.
    if (user.uid === admin.uid) throw new Failure("forbidden");
    const before = await findBan(tx, { uid, now });
    const actor = actorOf(admin);
    const ended = await putBan(tx, { uid, reason, note: note ?? null, until, actor, now });
    await recordAudit(tx, {
      actor,
      action: "z/user/ban",
      target: { kind: "user", id: uid },
      before: { ban: before && banOf(before) },
      after: { ban: { reason, until: until?.toISOString() ?? null } },
      reason: note,
      now,
    });
    return { revision: user.revision + 1, ended };
  });
}

/** Lifts a suspension. @throws Failure not_found, also if there is none · forbidden for a user of a higher level */
export async function unbanUser(
  db: Db,
  input: ParsedOf<"z/user/unban"> & { admin: User; now: Date },
): Promise<{ revision: number }> {
  const { uid, note, now } = input;
  return db.transaction(async (tx) => {
    const { admin, user } = await lockOneAsAdmin(tx, { admin: input.admin, uid, permission: "users.write" });
    const before = await findBan(tx, { uid, now });
    if (!before) throw new Failure("not_found");
    await liftBan(tx, { uid });
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/user/unban",
      target: { kind: "user", id: uid },
      before: { ban: banOf(before) },
      after: { ban: null },
      reason: note,
      now,
    });
    return { revision: user.revision + 1 };
  });
}

/**
 * Writes a suspension and ends every session, in a transaction that has locked the account. @returns number of ended
 * sessions
 */
export async function putBan(
  tx: Db,
  ban: { uid: string; reason: string; note: string | null; until: Date | null; actor: Actor; now: Date },
): Promise<number> {
  const { uid, reason, note, until, actor, now } = ban;
  const row = { reason, note, until, at: now, bannedBy: actor.uid, bannedName: actor.name };
  await tx
    .insert(bans)
    .values({ uid, ...row })
    .onConflictDoUpdate({ target: bans.uid, set: row });
  await touch(tx, uid);
  return endSessions(tx, { uid, now });
}

/** Removes a suspension, in a transaction that has locked the account. */
export async function liftBan(tx: Db, { uid }: { uid: string }): Promise<void> {
  await tx.delete(bans).where(eq(bans.uid, uid));
  await touch(tx, uid);
}

/** A suspension as shown to the user and in the audit log. */
export function banOf({ reason, until }: Pick<BanRow, "reason" | "until">): Ban {
  return { reason, until: until?.toISOString() ?? null };
}

async function touch(tx: Db, uid: string): Promise<void> {
  await tx
    .update(users)
    .set({ revision: sql`${users.revision} + 1` })
    .where(eq(users.uid, uid));
}
