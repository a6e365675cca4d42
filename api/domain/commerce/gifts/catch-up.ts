import { asc, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders, paymentLines, refunds } from "../../../db/schema.ts";
import { appendMembership } from "../membership/append-event.ts";
import { goneOfPayment, mainPayment, type OrderRow } from "../payments/order-row.ts";

/** Locks the order that paid for a gift, so that it is refunded before its code is redeemed, or after. */
export async function lockGiftOrder(tx: Db, number: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.number, number)).for("update");
  return order!;
}

/**
 * Takes the share of a gift's time that was refunded before it was redeemed, refund by refund, as if each came after.
 * Runs within the transaction that redeems it and has locked its order.
 * @param seconds the time that the code has given
 */
export async function takeRefunded(
  tx: Db,
  { order, uid, seconds, now }: { order: OrderRow; uid: string; seconds: number; now: Date },
): Promise<void> {
  const { number } = order;
  const lines = await tx
    .select()
    .from(paymentLines)
    .where(eq(paymentLines.number, number))
    .orderBy(asc(paymentLines.seq));
  const back = await tx.select().from(refunds).where(eq(refunds.number, number));
  const payment = mainPayment(order, lines, back);
  if (!payment || payment.amount === 0 || goneOfPayment(payment, lines) === 0) return;
  const returned = new Set(lines.filter(({ kind }) => kind === "reinstated").map((line) => line.reference));
  let gone = 0;
  let taken = 0;
  for (const { kind, payment: of, amount, reference, why } of lines) {
    if (kind !== "refunded" || of !== payment.reference || returned.has(reference)) continue;
    gone += amount;
    const share = Math.floor(seconds * Math.min(1, gone / payment.amount)) - taken;
    if (share <= 0) continue;
    taken += share;
    await appendMembership(tx, {
      uid,
      tier: order.plan.tier ?? 1,
      change: { kind: "shorten", seconds: share },
      source: why === "disputed" ? "dispute" : "refund",
      sourceId: `${number}:${reference}`,
      by: null,
      reason: null,
      now,
    });
  }
}
