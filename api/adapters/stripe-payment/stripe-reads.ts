import type { Stripe } from "stripe";
import type { AttemptFacts, ProviderPayment } from "../../ports/payment.ts";
import type { StripeClient } from "./stripe-client.ts";
import {
  intentsOf,
  isDisputed,
  paymentOf,
  stateOf,
  subscriptionOf,
  taxOfInvoice,
  taxOfSession,
} from "./stripe-facts.ts";

/** How many days back renewals are looked up: older ones were recorded long ago. */
const renewalDays = 62;

/** Reads attempts, payments and subscriptions, with everything that belongs to them. */
export function createReads({ ask }: StripeClient, now: () => Date) {
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
    const since = Math.floor(now().getTime() / 1000) - renewalDays * 86_400;
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
      const taxes = taxOfInvoice(invoice);
      const payments = (await readPayments(intentsOf(invoice))).map((one) => ({ ...one, ...taxes }));
      if (invoice.billing_reason === "subscription_create") first.push(...payments);
      else if (payments.length > 0)
        renewals.push({ reference: invoice.id!, at: new Date(invoice.created * 1000), payments });
    }
    renewals.sort((one, other) => one.at.getTime() - other.at.getTime());
    return { first, facts: subscriptionOf(subscription, renewals) };
  }

  return {
    readPayment,
    readSubscription,
    async readAttempt(reference: string): Promise<AttemptFacts> {
      const expand = ["payment_intent.latest_charge.refunds", "invoice"];
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
      return { ...state, payments: paid ? [{ ...paid, ...taxOfSession(session) }] : [], subscription: null };
    },
  };
}
