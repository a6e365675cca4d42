import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders, users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { OrderRow } from "./order-row.ts";

/** The order moved to another user (a guest became a member) between two reads: the transaction restarts. */
class Moved extends Error {}

/**
 * Runs work on a locked order. Locks its user first, as everywhere, so that transactions that lock users and orders
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
      // Users never move one order more than a few times in a moment.
      if (!(error instanceof Moved) || turn > 3) throw error;
    }
  }
}
