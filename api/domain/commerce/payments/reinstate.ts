import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { paymentLines, refunds } from "../../../db/schema.ts";
import type { ProviderPayment } from "../../../ports/payment.ts";
import { credit } from "./credit.ts";
import type { LineRow, OrderRow } from "./order-row.ts";
import { returnTime } from "./take-time.ts";

type Given = {
  order: OrderRow;
  method: LineRow["method"];
  payment: ProviderPayment;
  /** What money had gone back by: a refund, a dispute, in the provider's name of it. */
  reference: string;
  source: "refund" | "dispute";
  now: Date;
};

/**
 * Money that had gone back is here again: its time returns, and what was never to stay is credited, as it can't go back.
 * Nothing happens where it never went, or is known to have come back. Within the transaction that has the order locked.
 */
export async function reinstate(tx: Db, given: Given): Promise<OrderRow> {
  const { order, method, payment, reference, source, now } = given;
  const is = (kind: LineRow["kind"]) =>
    and(
      ...[eq(paymentLines.method, method), eq(paymentLines.kind, kind)],
      eq(paymentLines.reference, reference),
    );
  const [gone] = await tx.select().from(paymentLines).where(is("refunded"));
  if (!gone) return order;
  const { seq: _seq, ...line } = gone;
  const added = await tx
    .insert(paymentLines)
    .values({ ...line, id: randomUUID(), kind: "reinstated", at: now })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) return order;
  const paid = { method, reference: payment.reference, amount: payment.money.amount };
  const after = await returnTime(tx, { order, payment: paid, gone: reference, source, now });
  await creditRefused(tx, { order: after, method, payment: payment.reference, now });
  return after;
}

/** What came in beyond the price, and its provider has refused to give back, is credited, unless it went another way. */
export async function creditRefused(
  tx: Db,
  { order, method, payment, now }: Pick<Given, "order" | "method" | "now"> & { payment: string },
): Promise<void> {
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        ...[eq(refunds.method, method), eq(refunds.payment, payment), eq(refunds.state, "refused")],
        inArray(refunds.why, ["duplicate", "late"]),
      ),
    );
  if (refund && order.uid !== null) await credit(tx, { order, refund, now });
}
