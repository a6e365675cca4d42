import { and, eq, ne, not, sql, type SQL } from "drizzle-orm";
import type { Money } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { coupons, orders } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { couponPrice } from "./coupon-price.ts";

export type CouponRow = typeof coupons.$inferSelect;

/** A coupon as it is stored, however it was typed. */
export function readCoupon(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/\s/g, "")
    .replaceAll(/[\p{Pd}_]/gu, "-");
}

/**
 * Whether an order has a use of its coupon: it is paid, or can still be. An expired order is over once no payment of it
 * is open at a provider, and a cancelled one at once, because its payment would go back.
 */
export const holdsUse = sql`(${orders.state} in ('open', 'pending', 'failed', 'paid', 'refunded')
  or (${orders.state} = 'expired' and exists (
    select 1 from payment_attempt a where a.number = ${orders.number} and a.state = 'open')))`;

/** Whether an order's price can still change: it waits, and no payment of it is under way. */
const isChangeable = sql`(${orders.state} in ('open', 'failed') and not exists (
  select 1 from payment_attempt a where a.number = ${orders.number} and a.state = 'open'))`;

type Wanted = {
  code: string;
  user: Pick<User, "uid" | "anonymous">;
  plan: string;
  price: Money;
  /** The order that is to have it: what it holds already does not count. */
  but?: string;
  now: Date;
};

/**
 * Finds what a coupon makes of a price, and locks the coupon, so that of two orders at the same time only one gets its
 * last use. The order that is written in the same transaction holds the use. The caller has locked the user.
 * @throws Failure coupon_unknown · coupon_over · coupon_other_plan · coupon_needs_account · coupon_used ·
 *   coupon_first_only
 */
export async function holdCoupon(
  tx: Db,
  { code, user, plan, price, but, now }: Wanted,
): Promise<{ coupon: CouponRow; amount: number }> {
  const [coupon] = await tx
    .select()
    .from(coupons)
    .where(eq(coupons.code, readCoupon(code)))
    .for("update");
  if (coupon && isPersonal(coupon)) await takeOff(tx, { coupon, uid: user.uid, but });
  await refuseUnusable(tx, { coupon, user, but, now });
  const after = isFor(coupon!, plan) ? couponPrice(price, coupon!.value) : null;
  if (!after) throw new Failure("coupon_other_plan");
  return { coupon: coupon!, amount: after.amount };
}

function isPersonal({ oncePerAccount, firstOnly }: CouponRow): boolean {
  return oncePerAccount || firstOnly;
}

/**
 * Takes a coupon off the other orders of a user that wait for their payment: a buyer who has gone back to another plan
 * has it for the order that is made now.
 */
async function takeOff(
  tx: Db,
  { coupon, uid, but }: { coupon: CouponRow; uid: string; but: string | undefined },
): Promise<void> {
  const others = but === undefined ? undefined : ne(orders.number, but);
  await tx
    .update(orders)
    .set({ amount: sql`${orders.listAmount}`, listAmount: null, couponId: null, couponCode: null })
    .where(and(eq(orders.couponId, coupon.id), eq(orders.uid, uid), isChangeable, others));
}

/** Whether a coupon is for a plan. */
export function isFor({ plans }: CouponRow, plan: string): boolean {
  return plans === null || plans.includes(plan);
}

/**
 * Refuses a coupon that a user can't have now. Users without an account have none that is once for each: anyone can be
 * any number of guests.
 * @param user null = a visitor without a session
 * @throws Failure as `holdCoupon`
 */
export async function refuseUnusable(
  db: Db,
  given: {
    coupon: CouponRow | undefined;
    user: Pick<User, "uid" | "anonymous"> | null;
    but?: string | undefined;
    now: Date;
  },
): Promise<void> {
  const { coupon, user, but, now } = given;
  if (!coupon) throw new Failure("coupon_unknown");
  const { startsAt, endsAt, endedAt, uses } = coupon;
  if (endedAt || (startsAt && startsAt > now) || (endsAt && endsAt <= now)) throw new Failure("coupon_over");
  const own = eq(orders.uid, user?.uid ?? "");
  // Their own waiting order would leave the coupon to the next one.
  const left = isPersonal(coupon) ? not(and(own, eq(orders.couponId, coupon.id), isChangeable)!) : undefined;
  const others = and(but === undefined ? undefined : ne(orders.number, but), left);
  const held = and(eq(orders.couponId, coupon.id), holdsUse, others)!;
  if (uses !== null && (await countOrders(db, held)) >= uses) throw new Failure("coupon_over");
  if (!isPersonal(coupon)) return;
  if (!user || user.anonymous) throw new Failure("coupon_needs_account");
  if (coupon.oncePerAccount && (await countOrders(db, and(own, held)!)) > 0) throw new Failure("coupon_used");
  if (coupon.firstOnly && (await countOrders(db, and(own, others, isPurchase)!)) > 0)
    throw new Failure("coupon_first_only");
}

/** An order of a plan that was paid, or that is to be a first one with a coupon. A redeemed code is no purchase. */
const isPurchase = sql`${orders.currency} is not null and (${orders.paidAt} is not null or (${holdsUse} and exists (
  select 1 from coupon c where c.id = ${orders.couponId} and c.first_only)))`;

async function countOrders(db: Db, where: SQL): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(orders)
    .where(where);
  return row!.n;
}
