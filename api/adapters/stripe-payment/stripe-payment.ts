import type { Stripe } from "stripe";
import type { PaymentProvider } from "../../ports/payment.ts";
import { createStripeClient, type StripeOptions } from "./stripe-client.ts";
import { hintOf } from "./stripe-facts.ts";
import { createReads } from "./stripe-reads.ts";
import { createReturns } from "./stripe-returns.ts";
import { beginSession } from "./stripe-session.ts";

/** Seconds a message may be old (Stripe's own default), so that a recorded message cannot be replayed later. */
const toleranceS = 300;

/** Stripe as the payment provider. */
export function createStripePayment(options: StripeOptions): PaymentProvider {
  const client = createStripeClient(options);
  const { ask } = client;
  const { readAttempt, readPayment, readSubscription } = createReads(client, options.now);
  return {
    method: "stripe",
    renews: true,
    ...createReturns(client, options),
    begin: async (payment) =>
      beginSession(client, { payment, linkBase: options.linkBase, taxes: await options.taxes() }),
    look: readAttempt,
    lookAtPayment: readPayment,
    lookAtSubscription: async (id) => (await readSubscription(id))?.facts ?? null,
    async close(reference) {
      const { status } = await ask((stripe) => stripe.checkout.sessions.retrieve(reference));
      if (status === "open") await ask((stripe) => stripe.checkout.sessions.expire(reference));
    },
    async cancelSubscription(id, how) {
      if (how === "now") await ask<unknown>((stripe) => stripe.subscriptions.cancel(id), null);
      else await ask((stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: how === "at-end" }));
    },
    async readMessage({ body, signature, now }) {
      const { webhooks } = await client.load();
      let event: Stripe.Event;
      try {
        event = await webhooks.constructEventAsync(
          body,
          signature,
          options.webhookSecret,
          toleranceS,
          undefined,
          now.getTime(),
        );
      } catch {
        return "refused";
      }
      return hintOf(event);
    },
  };
}
