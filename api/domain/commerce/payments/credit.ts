import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { paymentLines, subscriptions } from "../../../db/schema.ts";
import { appendMembership } from "../membership/append-event.ts";
import type { OrderRow, RefundRow } from "./order-row.ts";
import { goneOf, takeTime } from "./take-time.ts";

/**
 * Extends the membership of an order's user by the plan's duration. @param sourceId identifies the cause: a repeated
 * one counts once
 */
export async function extend(
  tx: Db,
  { order, sourceId, now }: { order: OrderRow; sourceId: string; now: Date },
) {
  const [renewing] =
    order.renewal && order.subscriptionId
      ? await tx
          .select({ since: subscriptions.createdAt })
          .from(subscriptions)
          .where(eq(subscriptions.id, order.subscriptionId))
      : [];
  const anchor = renewing && { anchorDay: renewing.since.getUTCDate() };
  const change = { kind: "extend" as const, duration: order.plan.duration, ...anchor };
  return appendMembership(tx, {
    uid: order.uid!,
    tier: order.plan.tier ?? 1,
    change,
    source: "order" as const,
    sourceId,
    by: null,
    reason: null,
    now,
  });
}

/**
 * Converts money paid beyond the price, which its provider refuses to refund, into another term of the plan, as a
 * visible ledger line. Covers only the part that was not refunded in another way. Runs within the transaction that has
 * locked the order.
 */
export async function credit(
  tx: Db,
  { order, refund, now }: { order: OrderRow; refund: RefundRow; now: Date },
): Promise<void> {
  const { method, payment: reference, amount } = refund;
  const gone = await goneOf(tx, { method, reference });
  if (gone.amount >= amount) return;
  const added = await tx
    .insert(paymentLines)
    .values({
      id: randomUUID(),
      number: order.number,
      kind: "credited",
      method: refund.method,
      reference: refund.payment,
      payment: refund.payment,
      at: now,
      why: refund.why,
      currency: refund.currency,
      amount: refund.amount,
    })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) return;
  await extend(tx, { order, sourceId: `${order.number}:${reference}`, now });
  const payment = { method, reference, amount };
  if (gone.amount > 0) await takeTime(tx, { order, payment, news: reference, source: "refund", now });
}
