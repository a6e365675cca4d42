import type { Stripe } from "stripe";
import type { Currency } from "../../../contract/index.ts";
import type {
  AttemptFacts,
  Hint,
  ProviderDispute,
  ProviderPayment,
  SubscriptionFacts,
} from "../../ports/payment.ts";

/** Stripe refers to an object by its id or includes it expanded. */
type Named = string | { id: string } | null | undefined;
const idOf = (thing: Named): string | null => (typeof thing === "string" ? thing : (thing?.id ?? null));
const timeOf = (seconds: number): Date => new Date(seconds * 1000);

/** Whether a payment is disputed; its disputes must then be fetched. */
export function isDisputed({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  return typeof charge === "object" && charge?.disputed === true;
}

/** State of a dispute in terms of money. A bank's inquiries (`warning_…`) move none unless they become disputes. */
export function disputeStateOf({
  status,
  balance_transactions: moved,
}: Stripe.Dispute): ProviderDispute["state"] {
  switch (status) {
    case "won":
    case "warning_closed":
      return "won";
    // An appeal counts as lost until it is won.
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
    reference: id,
    state: disputeStateOf(dispute),
    reason,
    at: timeOf(created),
    // Banks sometimes use their own currency; the amount then counts as the full payment.
    amount: same ? Math.min(amount, money.amount) : money.amount,
    dueAt: answer?.due_by ? timeOf(answer.due_by) : null,
  };
}

/**
 * @param intent with `latest_charge.refunds` expanded
 * @param disputes all of its disputes, in any order
 * @returns null when no money was received
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
    // The payment itself does not say: its session or its invoice does.
    tax: null,
    invoice: null,
    // A pending refund has not gone back. A bank may also reverse a successful refund weeks later.
    refunds: (charge.refunds?.data ?? [])
      .filter(({ status }) => status === "succeeded" || status === "failed" || status === "canceled")
      .map(({ id, amount, created, metadata, status }) => ({
        failed: status !== "succeeded",
        reference: id,
        ours: metadata?.refund ?? null,
        amount,
        at: timeOf(created),
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

/** Whether a Checkout session can still be paid, is paid, or can no longer be paid. */
export function stateOf(session: Stripe.Checkout.Session): Pick<AttemptFacts, "state" | "problem"> {
  if (session.status === "expired") return { state: "expired", problem: "abandoned" };
  if (session.status !== "complete") return { state: "open", problem: null };
  if (session.payment_status !== "unpaid") return { state: "paid", problem: null };
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const refused = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  // A bank transfer takes days: it is neither paid nor refused.
  return refused ? { state: "failed", problem: "declined" } : { state: "open", problem: null };
}

/** @param renewals the invoices after the first, with their payments */
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

type TaxFacts = Pick<ProviderPayment, "tax" | "invoice">;

/** The tax of a session's payment, and the number of its invoice, if that is expanded. */
export function taxOfSession({ automatic_tax, total_details, invoice }: Stripe.Checkout.Session): TaxFacts {
  return {
    tax: automatic_tax?.enabled ? (total_details?.amount_tax ?? null) : null,
    invoice: typeof invoice === "object" ? (invoice?.number ?? null) : null,
  };
}

/** The same of an invoice's payment. */
export function taxOfInvoice({
  automatic_tax,
  total,
  total_excluding_tax: net,
  number,
}: Stripe.Invoice): TaxFacts {
  const tax = automatic_tax?.enabled && typeof net === "number" ? total - net : null;
  return { tax, invoice: number ?? null };
}

/** Ids of the completed payments of an invoice. */
export function intentsOf(invoice: Stripe.Invoice): string[] {
  return (invoice.payments?.data ?? [])
    .filter(({ status }) => status === "paid")
    .flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
}

type Loose = Record<string, unknown>;
const part = (thing: unknown, name: string): unknown =>
  typeof thing === "object" && thing !== null ? (thing as Loose)[name] : undefined;

/**
 * Subject of an event. Only ids are read, from wherever the endpoint's Stripe API version puts them; their objects are
 * then fetched from Stripe.
 */
export function hintOf({ type, data }: Stripe.Event): Hint | null {
  const object: unknown = data.object;
  if (type.startsWith("checkout.session.")) return named("attempt", part(object, "id"));
  if (type.startsWith("customer.subscription.")) return named("subscription", part(object, "id"));
  if (type.startsWith("invoice.")) {
    const details = part(part(object, "parent"), "subscription_details");
    const subscription = part(details, "subscription") ?? part(object, "subscription");
    // The invoice of a single purchase names its attempt.
    if (!subscription) return named("attempt", part(part(object, "metadata"), "attempt"));
    return named("subscription", subscription);
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
