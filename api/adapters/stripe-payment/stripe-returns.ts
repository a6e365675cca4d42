import type { PaymentProvider } from "../../ports/payment.ts";
import type { StripeClient, StripeOptions } from "./stripe-client.ts";
import { disputeStateOf } from "./stripe-facts.ts";

/** Largest number of disputes read at once, latest first. */
const mostDisputes = 2_000;

/** Money that goes back to the payer: by a refund of ours, or by a dispute with the bank. */
export function createReturns(
  { load, ask }: StripeClient,
  { away, onAway, now }: StripeOptions,
): Pick<PaymentProvider, "refund" | "listDisputes"> {
  return {
    async refund({ id, payment, amount }) {
      const stripe = await load();
      try {
        const params = { payment_intent: payment, amount, metadata: { refund: id } };
        const refund = await stripe.refunds.create(params, { idempotencyKey: id });
        const state =
          refund.status === "succeeded"
            ? ("done" as const)
            : refund.status === "failed" || refund.status === "canceled"
              ? ("refused" as const)
              : ("waiting" as const);
        return { reference: refund.id, state, at: new Date(refund.created * 1000) };
      } catch (error) {
        onAway(error);
        // A final decision by Stripe, such as for a payment that is disputed or already refunded.
        const { type } = error as { type?: string };
        if (type === "StripeInvalidRequestError" || type === "StripeCardError")
          return { reference: null, state: "refused", at: now() };
        throw away();
      }
    },
    listDisputes: (since) =>
      ask(async (stripe) => {
        const found = [];
        const created = { gte: Math.floor(since.getTime() / 1000) };
        for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
          const { id: reference, payment_intent: intent } = dispute;
          const payment = typeof intent === "string" ? intent : intent?.id;
          if (payment) found.push({ reference, payment, state: disputeStateOf(dispute) });
          if (found.length >= mostDisputes) break;
        }
        return found;
      }),
  };
}
