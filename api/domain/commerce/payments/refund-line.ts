import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { paymentLines } from "../../../db/schema.ts";
import type { ProviderPayment } from "../../../ports/payment.ts";
import type { LineRow, OrderRow } from "./order-row.ts";

type Refunded = {
  order: OrderRow;
  method: LineRow["method"];
  payment: ProviderPayment;
  refund: Pick<ProviderPayment["refunds"][number], "reference" | "amount" | "at">;
  why: LineRow["why"];
};

/** Writes the line of a refund, or of a lost dispute. @returns false if it exists already */
export async function addRefund(tx: Db, { order, method, payment, refund, why }: Refunded): Promise<boolean> {
  const tax = await taxOf(tx, { method, payment, amount: refund.amount });
  const added = await tx
    .insert(paymentLines)
    .values({
      id: randomUUID(),
      number: order.number,
      kind: "refunded",
      method,
      why,
      at: refund.at,
      reference: refund.reference,
      payment: payment.reference,
      amount: refund.amount,
      tax,
      currency: payment.money.currency,
      instrument: payment.instrument,
    })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}

/**
 * The share of a payment's tax that goes back with an amount. Rounded over all of its refunds, so that those of the
 * whole payment are the whole tax.
 * @returns null for a payment without tax
 */
async function taxOf(
  tx: Db,
  { method, payment, amount }: Pick<Refunded, "method" | "payment"> & { amount: number },
): Promise<number | null> {
  const lines = await tx
    .select({ kind: paymentLines.kind, amount: paymentLines.amount, tax: paymentLines.tax })
    .from(paymentLines)
    .where(and(eq(paymentLines.method, method), eq(paymentLines.payment, payment.reference)));
  const paid = lines.find(({ kind }) => kind === "paid");
  if (!paid || paid.tax === null || paid.amount === 0) return null;
  const of = (kind: LineRow["kind"]) =>
    lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount : sum), 0);
  const before = of("refunded") - of("reinstated");
  const share = (gone: number) => Math.round((paid.tax! * gone) / paid.amount);
  return share(before + amount) - share(before);
}
