import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders, users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { redemptionOf } from "../gifts/gift-row.ts";
import type { OrderRow } from "./order-row.ts";

/** The order or its gift moved to another user (a guest became a member) between two reads: the transaction restarts. */
class Moved extends Error {}

/**
 * Runs work on a locked order. Locks its users first, as everywhere, so that transactions that lock users and orders
 * never deadlock.
 * @throws Failure not_found
 */
export async function withOrder<T>(
  db: Db,
  number: string,
  work: (tx: Db, order: OrderRow) => Promise<T>,
): Promise<T> {
  for (let turn = 0; ; turn++) {
    try {
      return await db.transaction(async (tx) => {
        const [seen] = await tx
          .select({ uid: orders.uid, gift: orders.gift })
          .from(orders)
          .where(eq(orders.number, number));
        if (!seen) throw new Failure("not_found");
        // A refund takes the time of who has redeemed a gift.
        const taker = seen.gift ? await takerOf(tx, number) : null;
        const uids = [seen.uid, taker].filter((uid) => uid !== null);
        if (uids.length > 0)
          await tx
            .select({ uid: users.uid })
            .from(users)
            .where(inArray(users.uid, uids))
            .orderBy(users.uid)
            .for("update");
        const [order] = await tx.select().from(orders).where(eq(orders.number, number)).for("update");
        if (!order) throw new Failure("not_found");
        if (order.uid !== seen.uid || (seen.gift && taker !== (await takerOf(tx, number)))) throw new Moved();
        return work(tx, order);
      });
    } catch (error) {
      // Users never move one order more than a few times in a moment.
      if (!(error instanceof Moved) || turn > 3) throw error;
    }
  }
}

async function takerOf(tx: Db, number: string): Promise<string | null> {
  return (await redemptionOf(tx, number))?.uid ?? null;
}
