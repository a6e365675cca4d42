import { eq } from "drizzle-orm";
import type { Order, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { orders } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { onceClosed, openAttempts } from "../payments/close-attempts.ts";
import { fulfilFree } from "../payments/fulfil-order.ts";
import { isWaiting, moneyOf, ownOrder, type OrderRow } from "../payments/order-row.ts";
import type { PaymentDeps } from "../payments/payment-deps.ts";
import { tellOrder } from "../payments/pay-order.ts";
import { holdCoupon } from "./hold-coupon.ts";

type Given = ParsedOf<"order/coupon"> & { user: User; locale: Locale; now: Date };

/**
 * Uses a coupon for an order that waits for its payment, or takes it off. No page of a provider may ask for the former
 * price, so those that are open are closed first; an order that is being paid keeps its price.
 * @throws Failure not_found · order_closed · as `holdCoupon` · payment_away
 */
export async function changeCoupon(deps: PaymentDeps, given: Given): Promise<Order> {
  const { number, code, user, now } = given;
  const seen = await ownOrder(deps.db, { number, uid: user.uid });
  refuseClosed(seen, now);
  await onceClosed(deps, { number, now }, async (tx, order) => {
    if (order.uid !== user.uid) throw new Failure("not_found");
    refuseClosed(order, now);
    if ((await openAttempts(tx, number)).length > 0) throw new Failure("order_closed");
    const list = order.listAmount ?? order.amount;
    const price = moneyOf(list, order.currency!);
    const held =
      code === null
        ? null
        : await holdCoupon(tx, { code, user, plan: order.planId, price, but: number, now });
    const [changed] = await tx
      .update(orders)
      .set({
        couponId: held?.coupon.id ?? null,
        couponCode: held?.coupon.code ?? null,
        listAmount: held ? list : null,
        amount: held?.amount ?? list,
      })
      .where(eq(orders.number, number))
      .returning();
    if (changed!.amount === 0) await fulfilFree(tx, { order: changed!, now });
  });
  return tellOrder(deps, given);
}

function refuseClosed(order: OrderRow, now: Date): void {
  const isPayable = isWaiting(order) && order.state !== "pending" && order.expiresAt > now;
  if (!isPayable || order.currency === null) throw new Failure("order_closed");
}
