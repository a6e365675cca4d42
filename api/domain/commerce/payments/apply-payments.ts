import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders, paymentLines, refunds } from "../../../db/schema.ts";
import type { ProviderPayment } from "../../../ports/payment.ts";
import { applyDisputes } from "./apply-disputes.ts";
import { extend } from "./credit.ts";
import type { LineRow, OrderRow, RefundRow } from "./order-row.ts";
import { creditRefused, reinstate } from "./reinstate.ts";
import { takeTime } from "./take-time.ts";

type Applied = {
  order: OrderRow;
  method: LineRow["method"];
  /** What the provider has, all of it or a part: what is known already counts once. */
  payments: ProviderPayment[];
  now: Date;
};

/**
 * Brings an order's books to what its provider says, within the transaction that has the order locked. Whatever tells of
 * a payment, and however often, in whatever order: each is one line, the first one that pays the order extends the
 * membership, every other is to go back, and what went back takes its VIP time along.
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
      instrument: payment.instrument,
      at: payment.at,
    };
    const added = await tx.insert(paymentLines).values(line).onConflictDoNothing().returning();
    if (added.length > 0) current = await take(tx, { order: current, method, payment, now });
    current = await giveBack(tx, { order: current, method, payment, now });
    current = await applyDisputes(tx, { order: current, method, payment, now });
  }
}

type Taken = { order: OrderRow; method: LineRow["method"]; payment: ProviderPayment; now: Date };

/** A payment that has just become known: it pays the order, or is to go back. */
async function take(tx: Db, { order, method, payment, now }: Taken): Promise<OrderRow> {
  const { money } = payment;
  const isPrice = money.currency === order.currency && money.amount >= order.amount;
  // Given up by its person, or nobody's any more: they don't want it. An expired one was wanted, and is paid late.
  const unwanted = order.uid === null || order.state === "cancelled" || !isPrice;
  if (order.paidAt !== null || unwanted) {
    const why = order.paidAt !== null ? ("duplicate" as const) : ("late" as const);
    await owe(tx, { order, method, payment, why, now });
    return order;
  }
  const extended = await extend(tx, { order, sourceId: order.number, now });
  const [paid] = await tx
    .update(orders)
    .set({
      ...{ state: "paid", method, problem: null, paidAt: payment.at, late: order.state === "expired" },
      ...{ grantedS: extended.seconds, vipUntil: extended.after },
    })
    .where(eq(orders.number, order.number))
    .returning();
  return paid!;
}

/** Notes that a payment has to go back; who asks the provider is perform-refunds.ts. */
async function owe(tx: Db, { order, method, payment, why, now }: Taken & { why: RefundRow["why"] }) {
  await tx.insert(refunds).values({
    ...{ id: randomUUID(), number: order.number, payment: payment.reference, method, why },
    ...{ currency: payment.money.currency, amount: payment.money.amount, state: "waiting", createdAt: now },
  });
}

/** What we name a refund by: a provider's metadata may be anybody's words. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What of a payment went back, also where somebody did it at the provider's, and what of that did not arrive. */
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
    // What is known to have failed does not become done by an answer that was on its way.
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

type Gone = Omit<Taken, "now"> & { refund: ProviderPayment["refunds"][number]; why: RefundRow["why"] };

/** @returns false where it is there already */
async function addRefund(tx: Db, { order, method, payment, refund, why }: Gone): Promise<boolean> {
  const added = await tx
    .insert(paymentLines)
    .values({
      ...{ id: randomUUID(), number: order.number, kind: "refunded", method, why, at: refund.at },
      ...{ reference: refund.reference, payment: payment.reference, amount: refund.amount },
      ...{ currency: payment.money.currency, instrument: payment.instrument },
    })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}
