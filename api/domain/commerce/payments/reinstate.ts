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
  /** The provider's id of the refund or dispute that had taken the money. */
  reference: string;
  source: "refund" | "dispute";
  now: Date;
};

/**
 * Records that refunded or disputed money has returned: its VIP time returns too. Money beyond the price is credited,
 * because it can't be refunded. Does nothing if the money never left, or is known to have returned. Runs within the
 * transaction that has locked the order.
 */
export async function reinstate(tx: Db, given: Given): Promise<OrderRow> {
  const { order, method, payment, reference, source, now } = given;
  const is = (kind: LineRow["kind"]) =>
    and(eq(paymentLines.method, method), eq(paymentLines.kind, kind), eq(paymentLines.reference, reference));
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

/** Credits money beyond the price whose refund the provider has refused, unless it was refunded in another way. */
export async function creditRefused(
  tx: Db,
  { order, method, payment, now }: Pick<Given, "order" | "method" | "now"> & { payment: string },
): Promise<void> {
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.method, method),
        eq(refunds.payment, payment),
        eq(refunds.state, "refused"),
        inArray(refunds.why, ["duplicate", "late"]),
      ),
    );
  if (refund && order.uid !== null) await credit(tx, { order, refund, now });
}
