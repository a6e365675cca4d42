import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { membershipEvents, orders, paymentLines, refunds } from "../../../db/schema.ts";
import { redemptionOf } from "../gifts/gift-row.ts";
import { returnGiftCode, takeGiftCode } from "../gifts/give-code.ts";
import { appendMembership, effectOf } from "../membership/append-event.ts";
import type { LineRow, OrderRow } from "./order-row.ts";

/** A payment of an order, by the provider's id of it, in smallest units. */
export type PaidPart = { method: LineRow["method"]; reference: string; amount: number };
type Change = { order: OrderRow; payment: PaidPart; now: Date };

/**
 * The amount of a payment that was refunded or disputed and has not returned, in smallest units, and the ids of what
 * took it.
 */
export async function goneOf(tx: Db, { method, reference }: Omit<PaidPart, "amount">) {
  const lines = await tx
    .select({ kind: paymentLines.kind, reference: paymentLines.reference, amount: paymentLines.amount })
    .from(paymentLines)
    .where(
      and(
        eq(paymentLines.method, method),
        eq(paymentLines.payment, reference),
        inArray(paymentLines.kind, ["refunded", "reinstated"]),
      ),
    );
  const of = (kind: LineRow["kind"]) => lines.filter((line) => line.kind === kind);
  const sum = (kind: LineRow["kind"]) => of(kind).reduce((all, { amount }) => all + amount, 0);
  return {
    amount: sum("refunded") - sum("reinstated"),
    by: of("refunded").map((line) => line.reference),
    returned: of("reinstated").map((line) => line.reference),
  };
}

/** Whether a payment came in addition to the one that pays its order: a duplicate, or for an unwanted order. */
async function isBeyond(tx: Db, { method, reference }: PaidPart): Promise<boolean> {
  const extras = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.method, method),
        eq(refunds.payment, reference),
        inArray(refunds.why, ["duplicate", "late"]),
      ),
    );
  return extras.length > 0;
}

type Bought = { uid: string | null; source: "order" | "voucher"; sourceId: string };

/**
 * Whose VIP time a payment bought, and the line of the membership ledger that gave it. A gift's is that of who redeemed
 * it; before that it has given none. Money beyond the price that became time is the buyer's.
 */
async function boughtBy(
  tx: Db,
  { order, payment, beyond }: { order: OrderRow; payment: PaidPart; beyond: boolean },
): Promise<Bought> {
  const { number, uid, gift } = order;
  if (beyond) return { uid, source: "order", sourceId: `${number}:${payment.reference}` };
  if (!gift) return { uid, source: "order", sourceId: number };
  const redeemed = await redemptionOf(tx, number);
  return { uid: redeemed?.uid ?? null, source: "voucher", sourceId: redeemed?.number ?? number };
}

/**
 * Takes VIP time back in proportion to the refunded money, from the time which that payment bought. Runs within the
 * transaction that has locked the order.
 * @param news the refund or dispute that became known; it names the membership line
 */
export async function takeTime(
  tx: Db,
  { order, payment, news, source, now }: Change & { news: string; source: "refund" | "dispute" },
): Promise<OrderRow> {
  const { number } = order;
  const gone = await goneOf(tx, payment);
  const beyond = await isBeyond(tx, payment);
  const { uid, ...line } = await boughtBy(tx, { order, payment, beyond });
  if (uid !== null) {
    const [granted] = await tx
      .select({ seconds: membershipEvents.seconds, tier: membershipEvents.tier })
      .from(membershipEvents)
      .where(and(eq(membershipEvents.source, line.source), eq(membershipEvents.sourceId, line.sourceId)));
    const away = [...gone.by, payment.reference].filter((reference) => !gone.returned.includes(reference));
    const again = gone.returned.map((reference) => `${reference}:again`);
    const taken = await takenOf(tx, { number, by: [...away, ...again] });
    const share = Math.min(1, gone.amount / payment.amount);
    const seconds = Math.floor((granted?.seconds ?? 0) * share) - taken;
    if (granted && seconds > 0)
      await appendMembership(tx, {
        uid,
        tier: granted.tier,
        change: { kind: "shorten", seconds },
        source,
        sourceId: `${number}:${news}`,
        by: null,
        reason: null,
        now,
      });
  }
  if (beyond || gone.amount < payment.amount) return order;
  if (order.gift) await takeGiftCode(tx, { number, now });
  return setState(tx, number, "refunded");
}

/** Seconds taken for refunds and disputes, by their ids. */
async function takenOf(tx: Db, { number, by }: { number: string; by: string[] }): Promise<number> {
  const lines = await tx
    .select({ seconds: membershipEvents.seconds })
    .from(membershipEvents)
    .where(
      and(
        inArray(membershipEvents.source, ["refund", "dispute"]),
        eq(membershipEvents.kind, "shorten"),
        inArray(
          membershipEvents.sourceId,
          by.map((reference) => `${number}:${reference}`),
        ),
      ),
    );
  return lines.reduce((all, { seconds }) => all + (seconds ?? 0), 0);
}

/**
 * Returns the VIP time that a refund or a lost dispute had taken, now that its money has returned. Returns only what
 * the user really lost, which is less than was bought if a part was already used.
 * @param gone id of the refund or dispute that had taken the money
 */
export async function returnTime(
  tx: Db,
  { order, payment, gone: reference, source, now }: Change & { gone: string; source: "refund" | "dispute" },
): Promise<OrderRow> {
  const { number } = order;
  const { uid } = await boughtBy(tx, { order, payment, beyond: await isBeyond(tx, payment) });
  const sourceId = `${number}:${reference}`;
  const lost = uid === null ? [] : await effectOf(tx, { source, sourceId });
  for (const { tier, seconds } of lost)
    await appendMembership(tx, {
      uid: uid!,
      tier,
      change: { kind: "extend", seconds },
      source,
      sourceId: tier === 1 ? `${sourceId}:back` : `${sourceId}:back:${tier}`,
      by: null,
      reason: null,
      now,
    });
  // Other refunds may have taken too little while this one took everything.
  const news = `${reference}:again`;
  const after = await takeTime(tx, { order, payment, news, source, now });
  const gone = await goneOf(tx, payment);
  if (after.state !== "refunded" || gone.amount >= payment.amount) return after;
  if (order.gift) await returnGiftCode(tx, number);
  return setState(tx, number, "paid");
}

async function setState(tx: Db, number: string, state: OrderRow["state"]): Promise<OrderRow> {
  const [row] = await tx.update(orders).set({ state }).where(eq(orders.number, number)).returning();
  return row!;
}
