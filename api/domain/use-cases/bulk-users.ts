import { randomUUID } from "node:crypto";
import { eq, gt, isNull, or, sql } from "drizzle-orm";
import { mostUsersAtOnce } from "../../../contract/accounts/values.ts";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import { levelName } from "../../../contract/accounts/permissions.ts";
import type { Db } from "../../db/client.ts";
import { bans, users } from "../../db/schema.ts";
import { actorOf, recordAudit, type Actor } from "../service/audit/record-audit.ts";
import { Failure } from "../kernel/failure.ts";
import { mayDo, type User } from "../kernel/user.ts";
import { appendMembership } from "../commerce/membership/append-event.ts";
import { banOf, liftBan, putBan, type BanRow } from "../accounts/users/bans.ts";
import { findUids } from "../accounts/users/list-users.ts";
import { isAbove, lockAsAdmin } from "../accounts/users/lock-users.ts";
import type { Done } from "./undo-bulk.ts";

const dayMs = 86_400_000;

type Input = ParsedOf<"z/user/bulk"> & { admin: User; now: Date };
type Action = Input["action"];
type Why = OutputOf<"z/user/bulk">["skipped"][number]["why"];

/**
 * One action for many accounts, all or none. A dry run takes the same steps and stops before the first write.
 * @throws Failure forbidden if the action requires a permission that the admin lacks
 */
export async function bulkUsers(db: Db, input: Input): Promise<OutputOf<"z/user/bulk">> {
  const { selection, action, dryRun, now } = input;
  if (action.kind === "level-none" && !mayDo(input.admin, "users.levels")) throw new Failure("forbidden");
  const uids =
    "uids" in selection
      ? [...new Set(selection.uids)]
      : await findUids(db, { filter: selection.filter, most: mostUsersAtOnce + 1, now });
  if (uids.length > mostUsersAtOnce)
    return { selected: null, affected: 0, skipped: [], sample: [], entry: null };
  return db.transaction(async (tx) => {
    const locked = await lockAsAdmin(tx, { admin: input.admin, uids, permission: "users.write" });
    const { admin, byUid } = locked;
    const banned = await bansOf(tx, now);
    const affected: User[] = [];
    const skipped = new Map<Why, number>();
    for (const uid of uids) {
      const user = byUid.get(uid);
      const why = user ? whyNot(user, { action, admin, banned }) : "not_found";
      if (why) skipped.set(why, (skipped.get(why) ?? 0) + 1);
      else affected.push(user!);
    }
    const entry =
      dryRun || affected.length === 0 ? null : await perform(tx, affected, { ...input, admin, banned });
    return {
      selected: uids.length,
      affected: affected.length,
      skipped: [...skipped].map(([why, count]) => ({ why, count })),
      sample: affected.slice(0, 20).map(({ uid, name, email }) => ({ uid, name, email })),
      entry,
    };
  });
}

type Banned = Map<string, BanRow>;

async function bansOf(tx: Db, now: Date): Promise<Banned> {
  const rows = await tx
    .select()
    .from(bans)
    .where(or(isNull(bans.until), gt(bans.until, now)));
  return new Map(rows.map((row) => [row.uid, row]));
}

function whyNot(
  user: User,
  { action, admin, banned }: { action: Action; admin: User; banned: Banned },
): Why | null {
  if (isAbove(user, admin)) return "above_you";
  // So at least one owner is always left: the acting one.
  const mine = user.uid === admin.uid;
  switch (action.kind) {
    case "ban":
      return mine ? "yourself" : banned.has(user.uid) ? "unchanged" : null;
    case "unban":
      return banned.has(user.uid) ? null : "unchanged";
    case "level-none":
      return mine ? "yourself" : user.admin === 0 ? "unchanged" : null;
    case "vip":
      return null;
  }
}

/** @returns the audit entry of the whole action */
async function perform(
  tx: Db,
  affected: User[],
  { action, admin, banned, reason, now }: Input & { banned: Banned },
): Promise<string | null> {
  const actor = actorOf(admin);
  const done: Done["people"] = [];
  const batch = randomUUID();
  const whole = randomUUID();
  for (const user of affected) {
    const { before, after, kept } = await change(tx, user, { action, actor, banned, batch, reason, now });
    const target = { kind: "user", id: user.uid } as const;
    await recordAudit(tx, {
      actor,
      action: "z/user/bulk",
      target,
      before,
      after,
      reason,
      partOf: whole,
      now,
    });
    done.push({ uid: user.uid, revision: user.revision + 1, ...kept });
  }
  return recordAudit(tx, {
    id: whole,
    actor,
    action: "z/user/bulk",
    target: { kind: "user", id: "*" },
    before: null,
    after: { action, people: affected.length },
    reason,
    undo: { kind: action.kind, people: done } satisfies Done,
    now,
  });
}

type Change = {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  kept: Omit<Done["people"][number], "uid" | "revision">;
};

async function change(
  tx: Db,
  user: User,
  context: {
    action: Action;
    actor: Actor;
    banned: Banned;
    batch: string;
    reason: string | undefined;
    now: Date;
  },
): Promise<Change> {
  const { action, actor, banned, batch, reason, now } = context;
  const { uid } = user;
  switch (action.kind) {
    case "ban": {
      const until = action.days === null ? null : new Date(now.getTime() + action.days * dayMs);
      await putBan(tx, { uid, reason: action.reason, note: reason ?? null, until, actor, now });
      return { before: { ban: null }, after: { ban: banOf({ reason: action.reason, until }) }, kept: {} };
    }
    case "unban": {
      const ban = banned.get(uid)!;
      await liftBan(tx, { uid });
      return {
        before: { ban: banOf(ban) },
        after: { ban: null },
        kept: { ban: { ...banOf(ban), note: ban.note } },
      };
    }
    case "level-none": {
      const level = levelName(user.admin);
      await tx
        .update(users)
        .set({ admin: 0, revision: sql`${users.revision} + 1` })
        .where(eq(users.uid, uid));
      return { before: { level }, after: { level: "none" }, kept: { level } };
    }
    case "vip": {
      const seconds = (action.days * dayMs) / 1000;
      const { tier } = action;
      const event = await appendMembership(tx, {
        uid,
        tier,
        change: { kind: "extend", seconds },
        source: "admin",
        sourceId: `${batch} ${uid}`,
        by: actor,
        reason: reason ?? null,
        now,
      });
      const after = { vip_until: event.after, ...(tier > 1 && { vip_tier: tier }) };
      return { before: { vip_until: event.before }, after, kept: { seconds, tier } };
    }
  }
}
