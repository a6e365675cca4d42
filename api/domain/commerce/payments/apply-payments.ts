import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders, paymentLines, refunds } from "../../../db/schema.ts";
import type { ProviderPayment } from "../../../ports/payment.ts";
import { applyDisputes } from "./apply-disputes.ts";
import { fulfilOrder } from "./fulfil-order.ts";
import type { LineRow, OrderRow, RefundRow } from "./order-row.ts";
import { addRefund } from "./refund-line.ts";
import { creditRefused, reinstate } from "./reinstate.ts";
import { takeTime } from "./take-time.ts";

type Applied = {
  order: OrderRow;
  method: LineRow["method"];
  /** All of the provider's payments or some of them: known payments count once. */
  payments: ProviderPayment[];
  now: Date;
};

/**
 * Updates an order's books from its provider's report, within the transaction that has locked the order. Reports may
 * come from any source, in any order and repeatedly: each payment is one line. The first payment that pays the order
 * extends the membership; every other one is to be refunded. A refund takes its VIP time back.
 */
export async function applyPayments(tx: Db, { order, method, payments, now }: Applied): Promise<void> {
  let current = order;
  for (const payment of [...payments].sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const line = {
      id: randomUUID(),
      number: order.number,
      kind: "paid" as const,
      method,
      reference: payment.reference,
      payment: payment.reference,
      currency: payment.money.currency,
      amount: payment.money.amount,
      tax: payment.tax,
      instrument: payment.instrument,
      at: payment.at,
    };
    const added = await tx.insert(paymentLines).values(line).onConflictDoNothing().returning();
    if (added.length > 0) current = await take(tx, { order: current, method, payment, now });
    current = await noteInvoice(tx, { order: current, payment });
    current = await giveBack(tx, { order: current, method, payment, now });
    current = await applyDisputes(tx, { order: current, method, payment, now });
  }
}

type Taken = { order: OrderRow; method: LineRow["method"]; payment: ProviderPayment; now: Date };

/** Handles a newly known payment: it pays the order, or is to be refunded. */
async function take(tx: Db, { order, method, payment, now }: Taken): Promise<OrderRow> {
  const { money } = payment;
  const isPrice = money.currency === order.currency && money.amount >= order.amount;
  // The order was cancelled or its user is gone, so the plan is not wanted. An expired order was wanted, and is paid
  // late.
  const unwanted = order.uid === null || order.state === "cancelled" || !isPrice;
  if (order.paidAt !== null || unwanted) {
    const why = order.paidAt !== null ? ("duplicate" as const) : ("late" as const);
    await owe(tx, { order, method, payment, why, now });
    return order;
  }
  return fulfilOrder(tx, { order, method, paidAt: payment.at, now });
}

/** Keeps the number of an order's invoice, which a provider may make some time after the payment. */
async function noteInvoice(tx: Db, { order, payment }: Pick<Taken, "order" | "payment">): Promise<OrderRow> {
  if (payment.invoice === null || order.invoice !== null) return order;
  const [noted] = await tx
    .update(orders)
    .set({ invoice: payment.invoice })
    .where(eq(orders.number, order.number))
    .returning();
  return noted!;
}

/** Records that a payment has to be refunded; perform-refunds.ts asks the provider. */
async function owe(tx: Db, { order, method, payment, why, now }: Taken & { why: RefundRow["why"] }) {
  await tx.insert(refunds).values({
    id: randomUUID(),
    number: order.number,
    payment: payment.reference,
    method,
    why,
    currency: payment.money.currency,
    amount: payment.money.amount,
    state: "waiting",
    createdAt: now,
  });
}

/** Form of our refund ids: a provider's metadata may contain any text. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Records refunds of a payment, including those made at the provider, and refunds that did not arrive. */
async function giveBack(tx: Db, { order, method, payment, now }: Taken): Promise<OrderRow> {
  let current = order;
  const paid = { method, reference: payment.reference, amount: payment.money.amount };
  for (const refund of payment.refunds) {
    const { reference } = refund;
    const [asked] = await tx
      .select()
      .from(refunds)
      .where(
        refund.ours !== null && uuid.test(refund.ours)
          ? eq(refunds.id, refund.ours)
          : and(eq(refunds.method, method), eq(refunds.reference, reference)),
      );
    const state = refund.failed ? ("refused" as const) : ("done" as const);
    // A late answer must not turn a failed refund into a done one.
    if (asked && asked.state !== state && (asked.state === "waiting" || refund.failed))
      await tx.update(refunds).set({ state, reference }).where(eq(refunds.id, asked.id));
    if (refund.failed) {
      current = await reinstate(tx, { order: current, method, payment, reference, source: "refund", now });
      await creditRefused(tx, { order: current, method, payment: payment.reference, now });
    } else if (await addRefund(tx, { order, method, payment, refund, why: asked?.why ?? "requested" }))
      current = await takeTime(tx, { order: current, payment: paid, news: reference, source: "refund", now });
  }
  return current;
}
