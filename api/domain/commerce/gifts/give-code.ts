import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { codeBatches, codes, gifts } from "../../../db/schema.ts";
import type { OrderRow } from "../payments/order-row.ts";
import { wordsOf } from "../payments/order-row.ts";
import type { Locale } from "../../../../contract/locales.ts";

/**
 * Makes the code of a gift, now that it is paid: once, however often the payment is reported. Runs within the
 * transaction that has locked the order.
 */
export async function makeGiftCode(tx: Db, { order, now }: { order: OrderRow; now: Date }): Promise<void> {
  const [gift] = await tx.select().from(gifts).where(eq(gifts.number, order.number));
  const { batchId, hash, locale } = gift!;
  const { name } = wordsOf(order.plan, locale as Locale);
  const { duration, tier = 1 } = order.plan;
  const batch = {
    id: batchId,
    name,
    duration,
    tier,
    codes: 1,
    uses: 1,
    createdAt: now,
    giftOf: order.number,
  };
  await tx.insert(codeBatches).values(batch).onConflictDoNothing();
  await tx.insert(codes).values({ batchId, index: 0, hash }).onConflictDoNothing();
}

/** Revokes the code of a gift whose payment has gone back. What was redeemed stays redeemed. */
export async function takeGiftCode(tx: Db, { number, now }: { number: string; now: Date }): Promise<void> {
  const [gift] = await tx.select().from(gifts).where(eq(gifts.number, number));
  const taken = await tx
    .update(codes)
    .set({ revokedAt: now })
    .where(and(eq(codes.hash, gift!.hash), eq(codes.used, 0), isNull(codes.revokedAt)))
    .returning();
  if (taken.length > 0) await tx.update(gifts).set({ takenAt: now }).where(eq(gifts.number, number));
}

/** The code of a gift counts again, since its payment has returned. One that an admin revoked stays so. */
export async function returnGiftCode(tx: Db, number: string): Promise<void> {
  const [gift] = await tx.select().from(gifts).where(eq(gifts.number, number));
  if (!gift?.takenAt) return;
  await tx
    .update(codes)
    .set({ revokedAt: null })
    .where(and(eq(codes.hash, gift.hash), eq(codes.revokedAt, gift.takenAt)));
  await tx.update(gifts).set({ takenAt: null }).where(eq(gifts.number, number));
}
