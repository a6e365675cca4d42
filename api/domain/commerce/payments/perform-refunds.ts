import { and, asc, eq } from "drizzle-orm";
import { refunds } from "../../../db/schema.ts";
import { credit } from "./credit.ts";
import { withOrder } from "./lock-order.ts";
import type { RefundRow } from "./order-row.ts";
import { isProviderAway, providerOf, type PaymentDeps } from "./payment-deps.ts";
import { settlePayment } from "./settle.ts";

const mostAtOnce = 50;

/**
 * Gives back what is to go back, oldest first: of one order, or of all. Each is written down before the provider is
 * asked, under a key of its own, so that whoever asks, and however often, it goes back once. What the provider refuses
 * for good is credited as VIP time where it was paid beyond the price; where an admin asked for it, it stands as refused.
 * @returns how many could not be asked for, since the provider can't be reached
 */
export async function performRefunds(
  deps: PaymentDeps,
  { number, now }: { number?: string; now: Date },
): Promise<number> {
  const waiting = await deps.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, "waiting"), number === undefined ? undefined : eq(refunds.number, number)))
    .orderBy(asc(refunds.createdAt))
    .limit(mostAtOnce);
  let away = 0;
  for (const refund of waiting) {
    try {
      await perform(deps, { refund, now });
    } catch (error) {
      if (!isProviderAway(error)) throw error;
      away += 1;
    }
  }
  return away;
}

async function perform(deps: PaymentDeps, { refund, now }: { refund: RefundRow; now: Date }): Promise<void> {
  const provider = providerOf(deps, refund.method);
  if (!provider) return;
  const { id, payment, amount } = refund;
  // Asked for already, and not decided then: it is looked at, not asked for again.
  if (refund.reference) return settlePayment(deps, { provider, reference: payment, now });
  const answer = await provider.refund({ id, payment, amount });
  if (answer.state === "refused") {
    // Refused may mean that it has gone back already, by an answer of which nobody heard.
    await settlePayment(deps, { provider, reference: payment, now });
    return refuse(deps, { refund, now });
  }
  await deps.db
    .update(refunds)
    .set({ reference: answer.reference })
    .where(and(eq(refunds.id, id), eq(refunds.state, "waiting")));
  // The line is written from what the provider says it has given back, as it is for one that was made there.
  if (answer.state === "done") await settlePayment(deps, { provider, reference: payment, now });
}

async function refuse(deps: PaymentDeps, { refund, now }: { refund: RefundRow; now: Date }): Promise<void> {
  await withOrder(deps.db, refund.number, async (tx, order) => {
    const [still] = await tx
      .update(refunds)
      .set({ state: "refused" })
      .where(and(eq(refunds.id, refund.id), eq(refunds.state, "waiting")))
      .returning();
    if (still && refund.why !== "requested" && order.uid !== null) await credit(tx, { order, refund, now });
  });
}
