import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import type { NewPayment, PaymentProvider } from "../../ports/payment.ts";
import { createStripeClient, type StripeOptions } from "./stripe-client.ts";
import { hintOf } from "./stripe-facts.ts";
import { createReads } from "./stripe-reads.ts";
import { createReturns } from "./stripe-returns.ts";

/** Seconds a message may be old (Stripe's own default), so that a recorded message cannot be replayed later. */
const toleranceS = 300;
/** Limits Stripe sets on the life of a Checkout session, in seconds, with a minute to spare on both sides. */
const sessionLifeS = { least: 31 * 60, most: 24 * 3600 - 60 };

/** Stripe as the payment provider. */
export function createStripePayment(options: StripeOptions): PaymentProvider {
  const client = createStripeClient(options);
  const { ask } = client;
  const { readAttempt, readPayment, readSubscription } = createReads(client, options.now);
  return {
    method: "stripe",
    renews: true,
    ...createReturns(client, options),
    async begin(payment) {
      const params = sessionOf(payment, options.linkBase);
      // Stripe refuses the same key with other parameters. A name in another language therefore makes another session,
      // which is harmless, because the first was never shown.
      const words = createHash("sha256").update(JSON.stringify(params)).digest("hex").slice(0, 16);
      const idempotencyKey = `${payment.attempt}-${words}`;
      const session = await ask((stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }));
      return { reference: session.id, url: session.url };
    },
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

/** The Checkout session of an attempt: repeated requests for one attempt give the same session. */
function sessionOf(payment: NewPayment, linkBase: string): Stripe.Checkout.SessionCreateParams {
  const { attempt, number, name, money, renews, email, createdAt, expiresAt } = payment;
  const created = Math.floor(createdAt.getTime() / 1000);
  const wanted = Math.floor(expiresAt.getTime() / 1000);
  const back = `${linkBase}/page/pay?order=${number}`;
  const metadata = { attempt, number };
  return {
    mode: renews ? "subscription" : "payment",
    client_reference_id: attempt,
    metadata,
    success_url: back,
    cancel_url: back,
    expires_at: Math.min(created + sessionLifeS.most, Math.max(created + sessionLifeS.least, wanted)),
    ...(email && { customer_email: email }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: money.currency.toLowerCase(),
          unit_amount: money.amount,
          product_data: { name },
          ...(renews && { recurring: { interval: renews.unit, interval_count: renews.count } }),
        },
      },
    ],
    ...(renews ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
  };
}
