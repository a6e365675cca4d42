import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders, users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { OrderRow } from "./order-row.ts";

/** Somebody's order became somebody else's (a guest's, an account's) between two looks: the transaction begins anew. */
class Moved extends Error {}

/**
 * Does something to an order that nobody else changes meanwhile. Its person is locked before it, as everywhere: whoever
 * locks people and orders never waits for somebody who waits for them.
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
        const [seen] = await tx.select({ uid: orders.uid }).from(orders).where(eq(orders.number, number));
        if (!seen) throw new Failure("not_found");
        if (seen.uid !== null)
          await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, seen.uid)).for("update");
        const [order] = await tx.select().from(orders).where(eq(orders.number, number)).for("update");
        if (!order) throw new Failure("not_found");
        if (order.uid !== seen.uid) throw new Moved();
        return work(tx, order);
      });
    } catch (error) {
      // More than a few moves of one order in a moment are no person's doing.
      if (!(error instanceof Moved) || turn > 3) throw error;
    }
  }
}
