import { eq } from "drizzle-orm";
import type { Order, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { orders, plans, users } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { newReceipt } from "../../kernel/public-number.ts";
import type { User } from "../../kernel/user.ts";
import { holdCoupon, readCoupon } from "../coupons/hold-coupon.ts";
import { hasWishes, writeGift } from "../gifts/gift-row.ts";
import { fulfilFree } from "./fulfil-order.ts";
import { moneyOf, tellOne, type OrderRow } from "./order-row.ts";

/** Hours an order waits for its payment. */
const orderHours = 24;

type Deps = {
  db: Db;
  /** The secret from which every code is derived. */
  codeSecret: string;
  /** Mails can be sent to whom gifts are for. */
  giftMails: boolean;
};
type Given = ParsedOf<"order/create"> & { user: User; locale: Locale; now: Date };

/**
 * Orders a plan that is on sale. The order keeps a copy of the plan and its price, so later changes don't affect it. A
 * coupon that leaves nothing of the price pays it at once.
 * @throws Failure not_found for a plan that is not on sale · price_changed · conflict for a key that was used for
 *   something else · invalid for another user's key, and for a currency without a price in the plan · as `holdCoupon` · as `writeGift`
 */
export async function createOrder({ db, ...deps }: Deps, input: Given): Promise<Order> {
  const { key, locale } = input;
  const known = await findByKey(db, key);
  if (known) return tellOne(db, await sameOrder(db, known, input), locale);
  const order = await db.transaction((tx) => insertOrder({ db: tx, ...deps }, input));
  // Of two identical concurrent calls, the second returns the order of the first.
  return tellOne(db, await sameOrder(db, order ?? (await findByKey(db, key))!, input), locale);
}

/** @returns undefined where another user has the key */
async function insertOrder({ db: tx, ...deps }: Deps, input: Given): Promise<OrderRow | undefined> {
  const { key, plan: id, currency, coupon: code, gift: wishes, user, locale, now } = input;
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, user.uid)).for("update");
  const known = await findByKey(tx, key);
  if (known) return known;
  const [plan] = await tx.select().from(plans).where(eq(plans.id, id));
  if (!plan?.onSale) throw new Failure("not_found");
  const list = plan.prices[currency];
  if (list === undefined) throw invalidField("currency", "choice");
  const price = moneyOf(list, currency);
  const held = code === undefined ? null : await holdCoupon(tx, { code, user, plan: id, price, now });
  const amount = held?.amount ?? list;
  if (amount !== input.amount) throw new Failure("price_changed");
  const { texts, duration, renews, streams, tier } = plan;
  const [made] = await tx
    .insert(orders)
    .values({
      number: newReceipt(),
      uid: user.uid,
      key,
      planId: id,
      currency,
      amount,
      ...(held && { couponId: held.coupon.id, couponCode: held.coupon.code, listAmount: list }),
      state: "open",
      createdAt: now,
      gift: wishes !== undefined,
      plan: { id, texts, duration, renews: renews && !wishes, streams, tier },
      expiresAt: new Date(now.getTime() + orderHours * 3_600_000),
    })
    .onConflictDoNothing()
    .returning();
  if (made && wishes) await writeGift(tx, { number: made.number, wishes, ...deps, locale, now });
  return made && made.amount === 0 ? fulfilFree(tx, { order: made, now }) : made;
}

async function findByKey(db: Db, key: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.key, key));
  return row;
}

async function sameOrder(db: Db, row: OrderRow, { user, plan, currency, amount, coupon, gift }: Given) {
  if (row.uid !== user.uid) throw invalidField("key", "repeated");
  const isSame =
    row.planId === plan &&
    row.currency === currency &&
    row.amount === amount &&
    row.couponCode === (coupon === undefined ? null : readCoupon(coupon));
  if (!isSame || !(await hasWishes(db, row.number, gift)))
    throw new Failure("conflict", [{ field: "key", reason: "repeated" }]);
  return row;
}
