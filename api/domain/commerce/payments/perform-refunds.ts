import { and, asc, eq } from "drizzle-orm";
import { refunds } from "../../../db/schema.ts";
import { credit } from "./credit.ts";
import { withOrder } from "./lock-order.ts";
import type { RefundRow } from "./order-row.ts";
import { isProviderAway, providerOf, type PaymentDeps } from "./payment-deps.ts";
import { settlePayment } from "./settle.ts";

const mostAtOnce = 50;

/**
 * Performs the recorded refunds of one order or of all, oldest first. Each is recorded before the provider is asked,
 * under its own key, so that repeated or concurrent requests refund once. If the provider refuses for good, a payment
 * beyond the price becomes VIP time; a refund that an admin requested stays as refused.
 * @returns number of refunds that failed because the provider can't be reached
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
  // The request was sent before and was undecided: check it instead of sending it again.
  if (refund.reference) return settlePayment(deps, { provider, reference: payment, now });
  const answer = await provider.refund({ id, payment, amount });
  if (answer.state === "refused") {
    // A refusal may mean that an earlier request succeeded and its answer was lost.
    await settlePayment(deps, { provider, reference: payment, now });
    return refuse(deps, { refund, now });
  }
  await deps.db
    .update(refunds)
    .set({ reference: answer.reference })
    .where(and(eq(refunds.id, id), eq(refunds.state, "waiting")));
  // The ledger line comes from the provider's report, as for refunds made at the provider.
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
