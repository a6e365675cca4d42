import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { disputes } from "../../../db/schema.ts";
import type { ProviderDispute, ProviderPayment } from "../../../ports/payment.ts";
import type { LineRow, OrderRow } from "./order-row.ts";
import { addRefund } from "./refund-line.ts";
import { reinstate } from "./reinstate.ts";
import { takeTime } from "./take-time.ts";

type Given = { order: OrderRow; method: LineRow["method"]; payment: ProviderPayment; now: Date };

/**
 * Records the disputes of a payment, within the transaction that has locked the order. An open dispute and a won one
 * change nothing. A lost dispute is a refund, and takes its VIP time back; if it is overturned later, both return. Each
 * of these counts once, however often it is reported.
 */
export async function applyDisputes(tx: Db, given: Given): Promise<OrderRow> {
  let { order } = given;
  const { method, payment, now } = given;
  const paid = { method, reference: payment.reference, amount: payment.money.amount };
  for (const dispute of payment.disputes) {
    await note(tx, { ...given, dispute });
    const { reference, state } = dispute;
    const refund = { reference, amount: dispute.amount, at: now };
    if (state === "lost" && (await addRefund(tx, { order, method, payment, refund, why: "disputed" })))
      order = await takeTime(tx, { order, payment: paid, news: reference, source: "dispute", now });
    if (state === "won")
      order = await reinstate(tx, { order, method, payment, reference, source: "dispute", now });
  }
  return order;
}

type Disputed = Given & { dispute: ProviderDispute };

async function note(tx: Db, { order, method, payment, dispute, now }: Disputed): Promise<void> {
  const { reference, state, amount, reason, at, dueAt } = dispute;
  const isOpen = state === "open";
  const known = sql`${disputes.state} = ${state}`;
  await tx
    .insert(disputes)
    .values({
      method,
      reference,
      number: order.number,
      payment: payment.reference,
      amount,
      state,
      reason,
      currency: payment.money.currency,
      dueAt,
      openedAt: at,
      closedAt: isOpen ? null : now,
    })
    .onConflictDoUpdate({
      target: [disputes.method, disputes.reference],
      set: {
        amount,
        reason,
        dueAt,
        // A late answer must not reopen a dispute that a newer answer has closed.
        ...(!isOpen && {
          state,
          closedAt: sql`case when ${known} then ${disputes.closedAt} else ${now.toISOString()}::timestamptz end`,
        }),
      },
    });
}
