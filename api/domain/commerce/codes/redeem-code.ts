import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { codeBatches, codes, orders, redemptions, users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { newReceipt } from "../../kernel/public-number.ts";
import type { User } from "../../kernel/user.ts";
import { appendMembership } from "../membership/append-event.ts";
import { lockGiftOrder, takeRefunded } from "../gifts/catch-up.ts";
import { tellOne, type OrderRow } from "../payments/order-row.ts";
import { hashOfCode } from "./code-text.ts";

/** Stands in an order of a code in place of a plan's id. */
const planOfCodes = "voucher";

/**
 * Redeems a code: gives VIP for its duration, and creates an order without a price as the receipt. Concurrent calls
 * never redeem more than the code's uses. If the same user redeems the same code again, the first result is returned.
 * @throws Failure voucher_unknown · voucher_expired · voucher_revoked · voucher_used
 */
export async function redeemCode(
  db: Db,
  { code, user, locale, now }: { code: string; user: User; locale: Locale; now: Date },
): Promise<OutputOf<"voucher/redeem">> {
  const hash = hashOfCode(code);
  if (!hash) throw new Failure("voucher_unknown");
  const order = await db.transaction((tx) => redeem(tx, { hash, uid: user.uid, now }));
  const [after] = await db.select({ vipUntil: users.vipUntil }).from(users).where(eq(users.uid, user.uid));
  return { order: await tellOne(db, order, locale), vip_until: after?.vipUntil?.toISOString() ?? null };
}

async function redeem(
  tx: Db,
  { hash, uid, now }: { hash: string; uid: string; now: Date },
): Promise<OrderRow> {
  // Locks the user first, as everywhere: a second attempt waits here and finds the result of the first.
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for("update");
  const key = `code:${hash}:${uid}`;
  const [mine] = await tx.select().from(orders).where(eq(orders.key, key));
  if (mine) return mine;
  const [found] = await tx
    .select({ batch: codeBatches })
    .from(codes)
    .innerJoin(codeBatches, eq(codeBatches.id, codes.batchId))
    .where(eq(codes.hash, hash));
  if (!found) throw new Failure("voucher_unknown");
  const { name, duration, tier, uses, expiresAt, revokedAt, giftOf } = found.batch;
  const gift = giftOf === null ? null : await lockGiftOrder(tx, giftOf);
  if (revokedAt) throw new Failure("voucher_revoked");
  if (expiresAt && expiresAt <= now) throw new Failure("voucher_expired");
  const taken = await tx
    .update(codes)
    .set({ used: sql`${codes.used} + 1` })
    .where(and(eq(codes.hash, hash), lt(codes.used, uses), isNull(codes.revokedAt)))
    .returning();
  if (taken.length === 0) {
    const [code] = await tx.select().from(codes).where(eq(codes.hash, hash));
    throw new Failure(code?.revokedAt ? "voucher_revoked" : "voucher_used");
  }
  const number = newReceipt();
  const change = { kind: "extend", duration } as const;
  const { after, seconds } = await appendMembership(tx, {
    uid,
    tier,
    change,
    source: "voucher",
    sourceId: number,
    by: null,
    reason: null,
    now,
  });
  const streams = gift?.plan.streams;
  const plan = {
    id: planOfCodes,
    texts: { en: { name, benefits: [] } },
    duration,
    renews: false,
    tier,
    streams,
  };
  const [order] = await tx
    .insert(orders)
    .values({
      number,
      uid,
      key,
      plan,
      planId: planOfCodes,
      currency: null,
      amount: 0,
      state: "paid",
      method: "voucher",
      createdAt: now,
      expiresAt: now,
      paidAt: now,
      grantedS: seconds,
      vipUntil: after,
    })
    .returning();
  await tx.insert(redemptions).values({ hash, number, at: now });
  if (gift) await takeRefunded(tx, { order: gift, uid, seconds, now });
  return order!;
}
