import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { GiftWishes, OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { codes, gifts, orders, redemptions } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { knownCode } from "../codes/batches.ts";
import { codeOf, hashOfCode } from "../codes/code-text.ts";

export type GiftRow = typeof gifts.$inferSelect;

const dayMs = 86_400_000;
/** A gift may be ordered so long ahead. */
const mostDaysAhead = 366;

/**
 * Writes what an order is to give.
 * @throws Failure invalid for an address where no mail can be sent, a day without an address, one that is over, or one too far ahead
 */
export async function writeGift(
  tx: Db,
  given: {
    number: string;
    wishes: GiftWishes;
    codeSecret: string;
    giftMails: boolean;
    locale: Locale;
    now: Date;
  },
): Promise<void> {
  const { number, wishes, codeSecret: secret, locale, now } = given;
  const { email = null, message = "", deliverOn = null } = wishes;
  if (email !== null && !given.giftMails) throw invalidField("gift.email", "choice");
  if (deliverOn !== null) {
    if (email === null) throw invalidField("gift.email", "required");
    const aheadMs = Date.parse(`${deliverOn}T00:00:00Z`) - now.getTime();
    // It may still be yesterday where UTC's day has begun.
    if (aheadMs < -2 * dayMs) throw invalidField("gift.deliverOn", "too_small");
    if (aheadMs > mostDaysAhead * dayMs) throw invalidField("gift.deliverOn", "too_big");
  }
  const batchId = randomUUID();
  const hash = hashOfCode(codeOf({ secret, batch: batchId, index: 0 }))!;
  await tx
    .insert(gifts)
    .values({ number, batchId, hash, email, message: message || null, deliverOn, locale });
}

/** Whether an order was made with the same wishes. */
export async function hasWishes(db: Db, number: string, wishes: GiftWishes | undefined): Promise<boolean> {
  const [row] = await db.select().from(gifts).where(eq(gifts.number, number));
  if (!row || !wishes) return !row && !wishes;
  const { email = null, message = "", deliverOn = null } = wishes;
  return row.email === email && (row.message ?? "") === message && row.deliverOn === deliverOn;
}

type Redemption = {
  /** The order that records it. */
  number: string;
  /** Who redeemed it; null = the account is deleted. */
  uid: string | null;
};

/** Who redeemed the gift of an order. @returns undefined before it is redeemed */
export async function redemptionOf(db: Db, number: string): Promise<Redemption | undefined> {
  const [row] = await db
    .select({ number: orders.number, uid: orders.uid })
    .from(gifts)
    .innerJoin(redemptions, eq(redemptions.hash, gifts.hash))
    .innerJoin(orders, eq(orders.number, redemptions.number))
    .where(eq(gifts.number, number));
  return row;
}

type Told = Omit<OutputOf<"gift/read">, "code">;

/** An order's gift in the contract's form. @returns null for an order that is none */
export async function tellGift(
  db: Db,
  number: string,
): Promise<{ row: GiftRow; code: typeof codes.$inferSelect | null; told: Told } | null> {
  const [found] = await db
    .select({ row: gifts, code: codes })
    .from(gifts)
    .leftJoin(codes, eq(codes.hash, gifts.hash))
    .where(eq(gifts.number, number));
  if (!found) return null;
  const { row, code } = found;
  const { email, message, deliverOn, mailedAt } = row;
  const state = !code ? "unpaid" : code.used > 0 ? "redeemed" : code.revokedAt ? "revoked" : "ready";
  return { ...found, told: { state, email, message, deliverOn, mailedAt: mailedAt?.toISOString() ?? null } };
}

/**
 * A buyer's gift with its code.
 * @throws Failure not_found for an order of someone else, or that is no gift · unavailable with another secret
 */
export async function readGift(
  { db, codeSecret }: { db: Db; codeSecret: string },
  { number, uid }: { number: string; uid: string },
): Promise<OutputOf<"gift/read">> {
  const [order] = await db.select({ uid: orders.uid }).from(orders).where(eq(orders.number, number));
  const gift = order?.uid === uid ? await tellGift(db, number) : null;
  if (!gift) throw new Failure("not_found");
  return { ...gift.told, code: gift.code && knownCode(codeSecret, gift.code) };
}
