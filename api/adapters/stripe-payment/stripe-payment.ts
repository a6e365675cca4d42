import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import type { NewPayment, PaymentProvider, ProviderPayment } from "../../ports/payment.ts";
import {
  disputeStateOf,
  hintOf,
  intentsOf,
  isDisputed,
  paymentOf,
  stateOf,
  subscriptionOf,
} from "./stripe-facts.ts";

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Scheme and host that people return to. */
  linkBase: string;
  /** Makes the error for when Stripe cannot be reached or does not answer now. */
  away: () => Error;
  /** Receives the reason, for the operator. */
  onAway: (error: unknown) => void;
  /** The present time, for the age of a message. */
  now: () => Date;
};

/** Seconds a message may be old (Stripe's own default), so that a recorded message cannot be replayed later. */
const toleranceS = 300;
/** Milliseconds for one request; a call of ours may take ten seconds. */
const patienceMs = 8_000;
/** Limits Stripe sets on the life of a Checkout session, in seconds, with a minute to spare on both sides. */
const sessionLifeS = { least: 31 * 60, most: 24 * 3600 - 60 };
/** How many days back renewals are looked up: older ones were recorded long ago. */
const renewalDays = 62;
/** Largest number of disputes read at once, latest first. */
const mostDisputes = 2_000;

/** Stripe by its own SDK, which is loaded at first use: most processes never need it. */
export function createStripePayment(options: StripeOptions): PaymentProvider {
  let loading: Promise<Stripe> | null = null;
  const client = () => {
    loading ??= import("stripe").then(
      ({ default: Sdk }) =>
        new Sdk(options.secretKey, {
          maxNetworkRetries: 1,
          timeout: patienceMs,
          telemetry: false,
          httpClient: Sdk.createFetchHttpClient(),
        }),
    );
    return loading;
  };

  /** @param missing the answer when Stripe has no such object; without it, that is an ordinary failure */
  async function ask<T>(question: (stripe: Stripe) => Promise<T>, missing?: T): Promise<T> {
    try {
      return await question(await client());
    } catch (error) {
      const { type, statusCode } = error as { type?: string; statusCode?: number };
      if (missing !== undefined && statusCode === 404) return missing;
      // Every Stripe error is for the operator: the payer can only try again.
      if (!type?.startsWith("Stripe")) throw error;
      options.onAway(error);
      throw options.away();
    }
  }

  const readPayment = (id: string) =>
    ask<ProviderPayment | null>(
      async (stripe) =>
        withDisputes(stripe, await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge.refunds"] })),
      null,
    );

  async function withDisputes(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ProviderPayment | null> {
    if (!isDisputed(intent)) return paymentOf(intent, []);
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 });
    return paymentOf(intent, data);
  }

  async function readPayments(ids: string[]): Promise<ProviderPayment[]> {
    const found: ProviderPayment[] = [];
    for (const id of ids) {
      const payment = await readPayment(id);
      if (payment) found.push(payment);
    }
    return found;
  }

  /** A subscription with its recent payments: of its first period, and of the later ones. */
  async function readSubscription(id: string) {
    const subscription = await ask<Stripe.Subscription | null>(
      (stripe) => stripe.subscriptions.retrieve(id),
      null,
    );
    if (!subscription) return null;
    const since = Math.floor(options.now().getTime() / 1000) - renewalDays * 86_400;
    const { data } = await ask((stripe) =>
      stripe.invoices.list({
        subscription: id,
        status: "paid",
        limit: 100,
        created: { gte: since },
        expand: ["data.payments"],
      }),
    );
    const first: ProviderPayment[] = [];
    const renewals = [];
    for (const invoice of data) {
      const payments = await readPayments(intentsOf(invoice));
      if (invoice.billing_reason === "subscription_create") first.push(...payments);
      else if (payments.length > 0)
        renewals.push({ reference: invoice.id!, at: new Date(invoice.created * 1000), payments });
    }
    renewals.sort((one, other) => one.at.getTime() - other.at.getTime());
    return { first, facts: subscriptionOf(subscription, renewals) };
  }

  return {
    method: "stripe",
    renews: true,
    async begin(payment) {
      const params = sessionOf(payment, options.linkBase);
      // Stripe refuses the same key with other parameters. A name in another language therefore makes another session,
      // which is harmless, because the first was never shown.
      const words = createHash("sha256").update(JSON.stringify(params)).digest("hex").slice(0, 16);
      const idempotencyKey = `${payment.attempt}-${words}`;
      const session = await ask((stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }));
      return { reference: session.id, url: session.url };
    },
    async look(reference) {
      const expand = ["payment_intent.latest_charge.refunds"];
      const session = await ask((stripe) => stripe.checkout.sessions.retrieve(reference, { expand }));
      const state = stateOf(session);
      const { payment_intent: intent, subscription } = session;
      if (subscription) {
        const id = typeof subscription === "string" ? subscription : subscription.id;
        const read = await readSubscription(id);
        return { ...state, payments: read?.first ?? [], subscription: read?.facts ?? null };
      }
      const paid =
        intent && typeof intent === "object" ? await ask((stripe) => withDisputes(stripe, intent)) : null;
      return { ...state, payments: paid ? [paid] : [], subscription: null };
    },
    lookAtPayment: readPayment,
    lookAtSubscription: async (id) => (await readSubscription(id))?.facts ?? null,
    async close(reference) {
      const { status } = await ask((stripe) => stripe.checkout.sessions.retrieve(reference));
      if (status === "open") await ask((stripe) => stripe.checkout.sessions.expire(reference));
    },
    async refund({ id, payment, amount }) {
      const stripe = await client();
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
        options.onAway(error);
        // A final decision by Stripe, such as for a payment that is disputed or already refunded.
        const { type } = error as { type?: string };
        if (type === "StripeInvalidRequestError" || type === "StripeCardError")
          return { reference: null, state: "refused", at: options.now() };
        throw options.away();
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
    async cancelSubscription(id, how) {
      if (how === "now") await ask<unknown>((stripe) => stripe.subscriptions.cancel(id), null);
      else await ask((stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: how === "at-end" }));
    },
    async readMessage({ body, signature, now }) {
      const { webhooks } = await client();
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
