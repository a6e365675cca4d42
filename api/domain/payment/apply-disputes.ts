import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { disputes, paymentLines, refunds } from "../../db/schema.ts";
import type { ProviderDispute, ProviderPayment } from "../../ports/payment.ts";
import { credit } from "./credit.ts";
import type { LineRow, OrderRow } from "./order-row.ts";
import { returnTime, takeTime } from "./take-time.ts";

type Given = { order: OrderRow; method: LineRow["method"]; payment: ProviderPayment; now: Date };

/**
 * Writes down how the disputes of a payment stand, within the transaction that has the order locked. One that is open
 * changes nothing, one that is won neither. One that is lost is money that went back, and takes its VIP time along; where
 * that is overturned later, both return. Each of these counts once, however often it is told.
 */
export async function applyDisputes(tx: Db, given: Given): Promise<OrderRow> {
  let { order } = given;
  const { method, payment, now } = given;
  const paid = { method, reference: payment.reference, amount: payment.money.amount };
  for (const dispute of payment.disputes) {
    await note(tx, { ...given, dispute });
    const { reference, state } = dispute;
    if (state === "lost" && (await addLine(tx, { ...given, dispute, kind: "refunded" })))
      order = await takeTime(tx, { order, payment: paid, news: reference, source: "dispute", now });
    if (state === "won" && (await wasLost(tx, { method, reference }))) {
      if (!(await addLine(tx, { ...given, dispute, kind: "reinstated" }))) continue;
      order = await returnTime(tx, { order, payment: paid, dispute: reference, now });
      await creditRefused(tx, { ...given, order });
    }
  }
  return order;
}

/** What was to go back, and was not credited since the bank had taken it, is here again, and still nobody's. */
async function creditRefused(tx: Db, { order, method, payment, now }: Given): Promise<void> {
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        ...[eq(refunds.method, method), eq(refunds.payment, payment.reference), eq(refunds.state, "refused")],
        inArray(refunds.why, ["duplicate", "late"]),
      ),
    );
  if (refund && order.uid !== null) await credit(tx, { order, refund, now });
}

type Disputed = Given & { dispute: ProviderDispute };

async function note(tx: Db, { order, method, payment, dispute, now }: Disputed): Promise<void> {
  const { reference, state, amount, reason, at, dueAt } = dispute;
  const isOpen = state === "open";
  const known = sql`${disputes.state} = ${state}`;
  await tx
    .insert(disputes)
    .values({
      ...{ method, reference, number: order.number, payment: payment.reference, amount, state, reason },
      ...{ currency: payment.money.currency, dueAt, openedAt: at, closedAt: isOpen ? null : now },
    })
    .onConflictDoUpdate({
      target: [disputes.method, disputes.reference],
      set: {
        ...{ amount, reason, dueAt },
        // An answer that was on its way when a later one was written opens nothing that is closed.
        ...(!isOpen && {
          state,
          closedAt: sql`case when ${known} then ${disputes.closedAt} else ${now.toISOString()}::timestamptz end`,
        }),
      },
    });
}

/** @returns false where it is there already */
async function addLine(
  tx: Db,
  { order, method, payment, dispute, kind, now }: Disputed & { kind: "refunded" | "reinstated" },
): Promise<boolean> {
  const added = await tx
    .insert(paymentLines)
    .values({
      ...{ id: randomUUID(), number: order.number, kind, method, why: "disputed", at: now },
      ...{ reference: dispute.reference, payment: payment.reference, instrument: payment.instrument },
      ...{ currency: payment.money.currency, amount: dispute.amount },
    })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}

async function wasLost(tx: Db, { method, reference }: Pick<LineRow, "method" | "reference">) {
  const lines = await tx
    .select({ id: paymentLines.id })
    .from(paymentLines)
    .where(
      sql`${paymentLines.method} = ${method} and ${paymentLines.kind} = 'refunded' and ${paymentLines.reference} = ${reference}`,
    );
  return lines.length > 0;
}
