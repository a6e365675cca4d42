import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders, subscriptions, users } from "../../../db/schema.ts";
import { appendMembership, leftByTier, openLedger } from "../membership/append-event.ts";

/**
 * Moves a guest's orders and purchases to the account. The guest's remaining VIP time is added to the account's and
 * ends for the guest. Idempotent: if nothing is left, nothing moves.
 */
export async function mergePayments(
  tx: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const locked = await tx
    .select({ uid: users.uid, vipUntil: users.vipUntil })
    .from(users)
    .where(inArray(users.uid, [from, to]))
    .orderBy(users.uid)
    .for("update");
  await tx.update(orders).set({ uid: to }).where(eq(orders.uid, from));
  await tx.update(subscriptions).set({ uid: to }).where(eq(subscriptions.uid, from));
  const guest = locked.find(({ uid }) => uid === from);
  if (!guest) return;
  const left = leftByTier(await openLedger(tx, { ...guest, now }), now).flatMap(({ tier, ms }) =>
    ms >= 1000 ? [{ tier, seconds: Math.floor(ms / 1000) }] : [],
  );
  if (left.length === 0) return;
  const entry = { source: "merge" as const, by: null, reason: null, now };
  // A second move at the same time can't happen: the guest has nothing left then.
  const sourceId = `${from}:${now.toISOString()}`;
  await appendMembership(tx, { ...entry, uid: from, change: { kind: "revoke" }, sourceId });
  for (const { tier, seconds } of left) {
    const part = tier === 1 ? `${sourceId}:${to}` : `${sourceId}:${to}:${tier}`;
    await appendMembership(tx, {
      ...entry,
      uid: to,
      tier,
      change: { kind: "extend", seconds },
      sourceId: part,
    });
  }
}
