import type { Stripe } from "stripe";
import type { Currency } from "../../../contract/index.ts";
import type {
  AttemptFacts,
  Hint,
  ProviderDispute,
  ProviderPayment,
  SubscriptionFacts,
} from "../../ports/payment.ts";

/** Stripe names things by id, or has them expanded in place. */
type Named = string | { id: string } | null | undefined;
const idOf = (thing: Named): string | null => (typeof thing === "string" ? thing : (thing?.id ?? null));
const timeOf = (seconds: number): Date => new Date(seconds * 1000);

/** Whether somebody has disputed a payment: then its disputes have to be asked for. */
export function isDisputed({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  return typeof charge === "object" && charge?.disputed === true;
}

/** How a dispute stands, as far as money goes. Questions of a bank (`warning_…`) move none, unless they become more. */
export function disputeStateOf({
  status,
  balance_transactions: moved,
}: Stripe.Dispute): ProviderDispute["state"] {
  switch (status) {
    case "won":
    case "warning_closed":
      return "won";
    // An appeal is lost until it is won.
    case "lost":
    case "appeal_needs_response":
    case "appeal_under_review":
      return "lost";
    case "prevented":
      return (moved ?? []).reduce((sum, { amount }) => sum + amount, 0) < 0 ? "lost" : "won";
    default:
      return "open";
  }
}

function disputeOf(dispute: Stripe.Dispute, money: ProviderPayment["money"]): ProviderDispute {
  const { id, amount, currency, reason, created, evidence_details: answer } = dispute;
  const same = currency.toUpperCase() === money.currency;
  return {
    ...{ reference: id, state: disputeStateOf(dispute), reason, at: timeOf(created) },
    // Banks count in their own currency at times, and then what was paid is what is meant.
    amount: same ? Math.min(amount, money.amount) : money.amount,
    dueAt: answer?.due_by ? timeOf(answer.due_by) : null,
  };
}

/**
 * @param intent with `latest_charge.refunds` expanded
 * @param disputes what there is of them, in any order
 * @returns null where no money came in
 */
export function paymentOf(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[],
): ProviderPayment | null {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  if (intent.status !== "succeeded" || !charge) return null;
  const money = { amount: intent.amount_received, currency: intent.currency.toUpperCase() as Currency };
  return {
    reference: intent.id,
    money,
    disputes: [...disputes]
      .sort((one, other) => one.created - other.created)
      .map((one) => disputeOf(one, money)),
    at: timeOf(charge.created),
    instrument: instrumentOf(charge),
    // What is pending has not gone back. Banks may refuse what had succeeded, weeks later.
    refunds: (charge.refunds?.data ?? [])
      .filter(({ status }) => status === "succeeded" || status === "failed" || status === "canceled")
      .map(({ id, amount, created, metadata, status }) => ({
        failed: status !== "succeeded",
        ...{ reference: id, ours: metadata?.refund ?? null },
        ...{ amount, at: timeOf(created) },
      })),
  };
}

function instrumentOf({ payment_method_details: details }: Stripe.Charge): string | null {
  if (!details) return null;
  const { card } = details;
  if (!card?.last4) return details.type;
  const brand = card.brand ?? "card";
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${card.last4}`;
}

/** Whether a Checkout session can still be paid, has been, or never will be. */
export function stateOf(session: Stripe.Checkout.Session): Pick<AttemptFacts, "state" | "problem"> {
  if (session.status === "expired") return { state: "expired", problem: "abandoned" };
  if (session.status !== "complete") return { state: "open", problem: null };
  if (session.payment_status !== "unpaid") return { state: "paid", problem: null };
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const refused = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  // A bank transfer is on its way for days: neither paid nor refused.
  return refused ? { state: "failed", problem: "declined" } : { state: "open", problem: null };
}

/** @param renewals the invoices after the first, with what was paid of them */
export function subscriptionOf(
  subscription: Stripe.Subscription,
  renewals: SubscriptionFacts["renewals"],
): SubscriptionFacts {
  const { status } = subscription;
  const live = status === "active" || status === "trialing";
  const late = status === "past_due" || status === "incomplete" || status === "unpaid";
  const ends = subscription.items.data.map((item) => item.current_period_end);
  return {
    id: subscription.id,
    attempt: subscription.metadata.attempt ?? null,
    state: live ? "active" : late ? "past_due" : "ended",
    cancelled: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    periodEnd: timeOf(Math.max(...ends, subscription.ended_at ?? 0)),
    renewals,
  };
}

/** Ids of the payments of an invoice that were made. */
export function intentsOf(invoice: Stripe.Invoice): string[] {
  return (invoice.payments?.data ?? [])
    .filter(({ status }) => status === "paid")
    .flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
}

type Loose = Record<string, unknown>;
const part = (thing: unknown, name: string): unknown =>
  typeof thing === "object" && thing !== null ? (thing as Loose)[name] : undefined;

/**
 * What an event is about. Only names are read of it, wherever the version of Stripe's API that the endpoint was made with
 * has them: what they stand for is asked of Stripe.
 */
export function hintOf({ type, data }: Stripe.Event): Hint | null {
  const object: unknown = data.object;
  if (type.startsWith("checkout.session.")) return named("attempt", part(object, "id"));
  if (type.startsWith("customer.subscription.")) return named("subscription", part(object, "id"));
  if (type.startsWith("invoice.")) {
    const details = part(part(object, "parent"), "subscription_details");
    return named("subscription", part(details, "subscription") ?? part(object, "subscription"));
  }
  if (type.startsWith("charge.") || type.startsWith("refund."))
    return named("payment", part(object, "payment_intent"));
  return null;
}

function named(kind: "attempt" | "subscription" | "payment", thing: unknown): Hint | null {
  const id = idOf(thing as Named);
  if (typeof id !== "string") return null;
  if (kind === "attempt") return { attempt: id };
  return kind === "subscription" ? { subscription: id } : { payment: id };
}
