import { randomUUID } from "node:crypto";
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
      currency: payment.money.currency,
      instrument: payment.instrument,
    })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}
