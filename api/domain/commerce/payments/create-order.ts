import { eq } from "drizzle-orm";
import type { Order, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { orders, plans } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { newReceipt } from "../../kernel/public-number.ts";
import { tellOne, type OrderRow } from "./order-row.ts";

/** Hours an order waits for its payment. */
const orderHours = 24;

/**
 * Orders a plan that is on sale. The order keeps a copy of the plan and its price, so later changes don't affect it.
 * @throws Failure not_found for a plan that is not on sale · price_changed · conflict for a key that was used for
 *   something else · invalid for another user's key, and for a currency without a price in the plan
 */
export async function createOrder(
  db: Db,
  input: ParsedOf<"order/create"> & { uid: string; locale: Locale; now: Date },
): Promise<Order> {
  const { key, plan: id, currency, amount, uid, locale, now } = input;
  const known = await findByKey(db, key);
  if (known) return tellOne(db, sameOrder(known, input), locale);
  const [plan] = await db.select().from(plans).where(eq(plans.id, id));
  if (!plan?.onSale) throw new Failure("not_found");
  const price = plan.prices[currency];
  if (price === undefined) throw invalidField("currency", "choice");
  if (price !== amount) throw new Failure("price_changed");
  const { texts, duration, renews } = plan;
  await db
    .insert(orders)
    .values({
      number: newReceipt(),
      uid,
      key,
      planId: id,
      currency,
      amount,
      state: "open",
      createdAt: now,
      plan: { id, texts, duration, renews },
      expiresAt: new Date(now.getTime() + orderHours * 3_600_000),
    })
    // Of two identical concurrent calls, the second returns the order of the first.
    .onConflictDoNothing();
  return tellOne(db, sameOrder((await findByKey(db, key))!, input), locale);
}

async function findByKey(db: Db, key: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.key, key));
  return row;
}

function sameOrder(
  row: OrderRow,
  { uid, plan, currency, amount }: ParsedOf<"order/create"> & { uid: string },
) {
  if (row.uid !== uid) throw invalidField("key", "repeated");
  if (row.planId !== plan || row.currency !== currency || row.amount !== amount)
    throw new Failure("conflict", [{ field: "key", reason: "repeated" }]);
  return row;
}
