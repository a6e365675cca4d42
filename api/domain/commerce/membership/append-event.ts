import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Duration, MembershipEvent } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { membershipEvents, users } from "../../../db/schema.ts";
import type { Actor } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { extendedFrom, foldMembership, foldTiers, leftMs, vipEndsOf, type Standings } from "./fold.ts";

type Row = typeof membershipEvents.$inferSelect;

/** Latest end of a membership: a permanent grant ends here. */
const latest = new Date("9999-01-01T00:00:00Z");

export type NewEvent = {
  uid: string;
  /** Of the time that it gives or takes; left out = the first. */
  tier?: number;
  change:
    | { kind: "grant" | "grace"; until: Date }
    | { kind: "extend" | "shorten"; seconds: number }
    /** By days, or by calendar months that begin where the remaining time ends. */
    | { kind: "extend"; duration: Duration; anchorDay?: number }
    | { kind: "revoke" | "pause" | "resume" };
  source: Row["source"];
  /** Identifies the event within its source: a repeated event counts once. */
  sourceId: string;
  by: Actor | null;
  reason: string | null;
  now: Date;
};

/**
 * Adds a line to a user's ledger and sets the ends of all tiers to its fold, in the caller's transaction. The user's row is
 * locked meanwhile, so that lines are added one after another. VIP time from before the ledger existed becomes the
 * first line.
 * @returns VIP end before and after, and by how many seconds the line lengthens or shortens; `added` is false if the
 *   same event of the same user exists already
 * @throws Failure not_found · invalid for an event that exists for another user, or that ends too late
 */
export async function appendMembership(
  tx: Db,
  event: NewEvent,
): Promise<{ before: Date | null; after: Date | null; seconds: number; added: boolean; id: string }> {
  const { uid, tier = 1, source, sourceId, now } = event;
  const [user] = await tx
    .select({ vipUntil: users.vipUntil })
    .from(users)
    .where(eq(users.uid, uid))
    .for("update");
  if (!user) throw new Failure("not_found");
  const [known] = await tx
    .select({ uid: membershipEvents.uid, id: membershipEvents.id, seconds: membershipEvents.seconds })
    .from(membershipEvents)
    .where(and(eq(membershipEvents.source, source), eq(membershipEvents.sourceId, sourceId)));
  if (known && known.uid !== uid) throw invalidField("key", "repeated");
  const before = user.vipUntil;
  if (known) return { before, after: before, seconds: known.seconds ?? 0, added: false, id: known.id };

  const standings = await openLedger(tx, { uid, vipUntil: before, now });
  const change = inSeconds(event.change, standings[tier - 1]!, now);
  const line = { tier, at: now, seconds: null, until: null, ...change };
  const [after = null, vip2Until = null, vip3Until = null] = vipEndsOf(foldTiers(standings, line));
  if (after && after > latest) throw invalidField("change", "too_big");
  const id = randomUUID();
  await tx.insert(membershipEvents).values({
    id,
    uid,
    ...line,
    source,
    sourceId,
    grantedBy: event.by?.uid ?? null,
    grantedName: event.by?.name ?? null,
    reason: event.reason,
    result: after,
  });
  await tx
    .update(users)
    .set({ vipUntil: after, vip2Until, vip3Until, revision: sql`${users.revision} + 1` })
    .where(eq(users.uid, uid));
  return { before, after, seconds: line.seconds ?? 0, added: true, id };
}

/** Converts a duration to seconds from its start, as the ledger stores it. */
function inSeconds(change: NewEvent["change"], standing: Standings[number], now: Date) {
  if (!("duration" in change)) return change;
  const from = extendedFrom(standing, now);
  const end = endOf(from, change.duration, change.anchorDay);
  return { kind: change.kind, seconds: Math.round((end.getTime() - from.getTime()) / 1000) };
}

/** A user's ledger, latest first, at most fifty lines. */
export async function readMembership(db: Db, { uid }: { uid: string }): Promise<MembershipEvent[]> {
  const rows = await db
    .select()
    .from(membershipEvents)
    .where(eq(membershipEvents.uid, uid))
    .orderBy(desc(membershipEvents.seq))
    .limit(50);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    tier: row.tier,
    source: row.source,
    seconds: row.seconds,
    until: row.until?.toISOString() ?? null,
    by: { uid: row.grantedBy, name: row.grantedName },
    reason: row.reason,
    result: row.result?.toISOString() ?? null,
  }));
}

/** A user's membership state in each tier by the ledger. @returns undefined if the user has no lines yet */
export async function standingsOf(tx: Db, uid: string): Promise<Standings | undefined> {
  const rows = await tx
    .select()
    .from(membershipEvents)
    .where(eq(membershipEvents.uid, uid))
    .orderBy(asc(membershipEvents.seq));
  return rows.length === 0 ? undefined : foldMembership(rows);
}

/**
 * Number of seconds that a user really lost by a line, by tier: none if nothing was left to take, or if the line does
 * not exist.
 */
export async function effectOf(
  tx: Db,
  { source, sourceId }: Pick<NewEvent, "source" | "sourceId">,
): Promise<{ tier: number; seconds: number }[]> {
  const [line] = await tx
    .select({ uid: membershipEvents.uid, id: membershipEvents.id })
    .from(membershipEvents)
    .where(and(eq(membershipEvents.source, source), eq(membershipEvents.sourceId, sourceId)));
  if (!line) return [];
  const rows = await tx
    .select()
    .from(membershipEvents)
    .where(eq(membershipEvents.uid, line.uid))
    .orderBy(asc(membershipEvents.seq));
  const at = rows.findIndex(({ id }) => id === line.id);
  const leftAfter = (events: Row[]) => leftByTier(foldMembership(events), rows[at]!.at);
  const after = leftAfter(rows.slice(0, at + 1));
  return leftAfter(rows.slice(0, at)).flatMap(({ tier, ms }, index) => {
    const seconds = Math.round((ms - after[index]!.ms) / 1000);
    return seconds > 0 ? [{ tier, seconds }] : [];
  });
}

/** Milliseconds that remain in each tier beyond those of the tiers above it, the highest first. */
export function leftByTier(standings: Standings, at: Date): { tier: number; ms: number }[] {
  const left = standings.map((one) => leftMs(one, at));
  return left.map((all, index) => ({ tier: index + 1, ms: all - (left[index + 1] ?? 0) })).reverse();
}

/** A user's membership state in each tier; VIP time from before the ledger existed becomes its first line. */
export async function openLedger(
  tx: Db,
  { uid, vipUntil, now }: { uid: string; vipUntil: Date | null; now: Date },
): Promise<Standings> {
  const known = await standingsOf(tx, uid);
  if (known) return known;
  if (vipUntil)
    await tx.insert(membershipEvents).values({
      id: randomUUID(),
      uid,
      at: now,
      kind: "grant",
      until: vipUntil,
      source: "opening",
      sourceId: uid,
      result: vipUntil,
    });
  return (await standingsOf(tx, uid)) ?? foldMembership([]);
}

const dayMs = 86_400_000;

/**
 * End of a duration. Months are calendar months (UTC): a month from the 31st of January ends on the last day of
 * February, at the same time of day.
 * @param anchorDay day of the month on which the first month began: a membership that began on the 31st and now ends
 *   on the last of February continues to the 31st of March, as a provider with monthly charges counts too
 */
export function endOf(from: Date, { unit, count }: Duration, anchorDay = 0): Date {
  if (unit === "day") return new Date(from.getTime() + count * dayMs);
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + count, 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  const isLast = new Date(from.getTime() + dayMs).getUTCDate() === 1;
  const day = isLast ? Math.max(anchorDay, from.getUTCDate()) : from.getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}
