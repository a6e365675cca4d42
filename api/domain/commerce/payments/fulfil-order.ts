import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders, paymentLines } from "../../../db/schema.ts";
import { makeGiftCode } from "../gifts/give-code.ts";
import { extend } from "./credit.ts";
import type { LineRow, OrderRow } from "./order-row.ts";

/** Gives what an order is for, now that it is paid. Runs within the transaction that has locked the order. */
export async function fulfilOrder(
  tx: Db,
  { order, method, paidAt, now }: { order: OrderRow; method: LineRow["method"]; paidAt: Date; now: Date },
): Promise<OrderRow> {
  const extended = order.gift
    ? { seconds: 0, after: null }
    : await extend(tx, { order, sourceId: order.number, now });
  if (order.gift) await makeGiftCode(tx, { order, now });
  const [paid] = await tx
    .update(orders)
    .set({
      state: "paid",
      method,
      problem: null,
      paidAt,
      late: order.state === "expired",
      grantedS: extended.seconds,
      vipUntil: extended.after,
    })
    .where(eq(orders.number, order.number))
    .returning();
  return paid!;
}

/**
 * Pays an order of which a coupon left nothing: the ledger gets a line of zero, as if a code had paid it. It is bought
 * once, since no provider knows of it that could renew it.
 */
export async function fulfilFree(tx: Db, { order, now }: { order: OrderRow; now: Date }): Promise<OrderRow> {
  const { number, currency } = order;
  const method = "voucher" as const;
  const line = { id: randomUUID(), number, kind: "paid" as const, method, at: now, amount: 0 };
  await tx.insert(paymentLines).values({ ...line, reference: number, payment: number, currency: currency! });
  const plan = { ...order.plan, renews: false };
  const [once] = await tx.update(orders).set({ plan }).where(eq(orders.number, number)).returning();
  return fulfilOrder(tx, { order: once!, method, paidAt: now, now });
}
