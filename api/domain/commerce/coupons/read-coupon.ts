import { eq } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { coupons, plans } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { pricesOf } from "../payments/order-row.ts";
import { couponPrice } from "./coupon-price.ts";
import { isFor, readCoupon, refuseUnusable } from "./hold-coupon.ts";

/**
 * What a coupon makes of the prices of the plans on sale.
 * @throws Failure as `holdCoupon`
 */
export async function readCouponPrices(
  db: Db,
  { code, user, now }: { code: string; user: User | null; now: Date },
): Promise<OutputOf<"coupon/read">> {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(eq(coupons.code, readCoupon(code)));
  await refuseUnusable(db, { coupon, user, now });
  const rows = await db.select().from(plans).where(eq(plans.onSale, true)).orderBy(plans.position, plans.id);
  const priced = rows
    .filter(({ id }) => isFor(coupon!, id))
    .map((plan) => ({
      id: plan.id,
      prices: pricesOf(plan).flatMap((price) => couponPrice(price, coupon!.value) ?? []),
    }))
    .filter(({ prices }) => prices.length > 0);
  if (priced.length === 0) throw new Failure("coupon_other_plan");
  return { code: coupon!.code, plans: priced };
}
