import { randomBytes } from "node:crypto";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import type { Dispute, Intent, Invoice, Session, Subscription } from "./stripe-objects.ts";

export const stripeKeys = { secretKey: "sk_test_matinee", webhookSecret: "whsec_matinee" };

const idOf = (kind: string) => `${kind}_${randomBytes(9).toString("hex")}`;
const api = "https://api.stripe.com/v1";

/** Stripe as the server meets it, answered in this process: it keeps its books, so that a test can hold ours against them. */
export function startStripe(now: () => Date) {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const disputes: Dispute[] = [];
  const invoices: Invoice[] = [];
  const subscriptions = new Map<string, Subscription>();
  const coupons = new Map<string, number>();
  const answered = new Map<string, object>();
  const state = {
    /** Nothing reaches it. */
    away: false,
    /** It does what it is asked, and its answer is lost. */
    loses: false,
    /** What it says to a refund. */
    refunds: "succeeded" as "succeeded" | "pending" | "refused",
    made: [] as Record<string, string>[],
    /** Waits between what it has done and its answer to a POST of that path. */
    hold: null as ((path: string) => Promise<void> | undefined) | null,
  };
  const seconds = () => Math.floor(now().getTime() / 1000);

  const tellIntent = (id: string) => {
    const { refunds, ...intent } = intents.get(id)!;
    const card = { brand: "visa", last4: "4242" };
    const charge = {
      ...{ id: `ch_${id}`, object: "charge", created: intent.created, payment_intent: id },
      disputed: disputes.some((one) => one.payment_intent === id),
      ...{ payment_method_details: { type: "card", card }, refunds: { object: "list", data: refunds } },
    };
    return { object: "payment_intent", ...intent, latest_charge: charge };
  };
  const tellSession = (session: Session) => ({
    object: "checkout.session",
    ...session,
    url: session.status === "open" ? `https://checkout.stripe.com/c/${session.id}` : null,
    payment_intent: session.payment_intent && tellIntent(session.payment_intent),
  });
  const tellSubscription = ({ periodEnd, ...one }: Subscription) => ({
    ...{ object: "subscription", ...one, cancel_at: null, ended_at: null },
    items: { object: "list", data: [{ id: "si_1", current_period_end: periodEnd }] },
  });
  const missing = () =>
    HttpResponse.json(
      { error: { type: "invalid_request_error", code: "resource_missing", message: "No such thing" } },
      { status: 404 },
    );

  type Asked = { request: Request; params: Record<string, string | readonly string[] | undefined> };
  /** One of Stripe's answers; the same idempotency key gets the same. */
  const answer = (work: (params: Record<string, string>, asked: Asked) => object | null) =>
    (async (asked: Asked) => {
      if (state.away) return HttpResponse.error();
      const key = asked.request.headers.get("idempotency-key");
      const post = asked.request.method === "POST";
      const params = Object.fromEntries(new URLSearchParams(post ? await asked.request.text() : ""));
      const known = key ? answered.get(key) : undefined;
      const said = known ?? work(params, asked);
      if (key && said) answered.set(key, said);
      if (post) await state.hold?.(new URL(asked.request.url).pathname);
      if (state.loses && post) return HttpResponse.error();
      if (said && "refused" in said)
        return HttpResponse.json(
          { error: { type: "invalid_request_error", message: "This can't be refunded" } },
          { status: 400 },
        );
      return said ? HttpResponse.json(said as never) : missing();
    }) as never;

  const server = setupServer(
    http.post(
      `${api}/coupons`,
      answer((params) => {
        const id = idOf("co");
        if (params.duration === "once") coupons.set(id, Number(params.amount_off));
        return { object: "coupon", id };
      }),
    ),
    http.post(
      `${api}/checkout/sessions`,
      answer((params) => {
        state.made.push(params);
        const session: Session = {
          ...{ id: idOf("cs_test"), mode: params.mode!, status: "open", payment_status: "unpaid" },
          amount:
            Number(params["line_items[0][price_data][unit_amount]"]) -
            (coupons.get(params["discounts[0][coupon]"] ?? "") ?? 0),
          currency: params["line_items[0][price_data][currency]"]!,
          metadata: { attempt: params["metadata[attempt]"]!, number: params["metadata[number]"]! },
          ...{ payment_intent: null, subscription: null, invoice: null },
          automatic_tax: { enabled: params["automatic_tax[enabled]"] === "true" },
          total_details: { amount_tax: 0 },
        };
        // A fifth of tax, within the price or on top of it.
        if (session.automatic_tax.enabled) {
          const added = params["line_items[0][price_data][tax_behavior]"] === "exclusive";
          const tax = Math.round(session.amount / (added ? 5 : 6));
          session.total_details.amount_tax = tax;
          if (added) session.amount += tax;
        }
        sessions.set(session.id, session);
        return tellSession(session);
      }),
    ),
    http.get(
      `${api}/checkout/sessions/:id`,
      answer((_params, { params }) => {
        const session = sessions.get(params.id as string);
        return session ? tellSession(session) : null;
      }),
    ),
    http.post(
      `${api}/checkout/sessions/:id/expire`,
      answer((_params, { params }) => {
        const session = sessions.get(params.id as string)!;
        if (session.status === "open") session.status = "expired";
        return tellSession(session);
      }),
    ),
    http.get(
      `${api}/payment_intents/:id`,
      answer((_params, { params }) =>
        intents.has(params.id as string) ? tellIntent(params.id as string) : null,
      ),
    ),
    http.post(
      `${api}/refunds`,
      answer((params) => {
        const intent = intents.get(params.payment_intent!)!;
        const left = leftOf(intent);
        const amount = Number(params.amount);
        const disputed = disputes.some(
          (one) =>
            one.payment_intent === intent.id && one.status !== "won" && one.status !== "warning_closed",
        );
        if (state.refunds === "refused" || amount > left || disputed) return { refused: true };
        const metadata = { refund: params["metadata[refund]"] };
        const refund = { id: idOf("re"), amount, status: state.refunds, created: seconds(), metadata };
        intent.refunds.push(refund);
        return { object: "refund", ...refund };
      }),
    ),
    http.get(
      `${api}/subscriptions/:id`,
      answer((_params, { params }) => {
        const one = subscriptions.get(params.id as string);
        return one ? tellSubscription(one) : null;
      }),
    ),
    http.post(
      `${api}/subscriptions/:id`,
      answer((given, { params }) => {
        const one = subscriptions.get(params.id as string)!;
        one.cancel_at_period_end = given.cancel_at_period_end === "true";
        return tellSubscription(one);
      }),
    ),
    http.delete(
      `${api}/subscriptions/:id`,
      answer((_params, { params }) => {
        const one = subscriptions.get(params.id as string)!;
        one.status = "canceled";
        return tellSubscription(one);
      }),
    ),
    http.get(
      `${api}/disputes`,
      answer((_params, { request }) => {
        const search = new URL(request.url).searchParams;
        const of = search.get("payment_intent");
        const since = Number(search.get("created[gte]") ?? 0);
        const data = disputes
          .filter((one) => (of === null || one.payment_intent === of) && one.created >= since)
          .map((one) => ({
            ...{ object: "dispute", ...one, charge: `ch_${one.payment_intent}`, reason: "fraudulent" },
            evidence_details: { due_by: one.created + 7 * 86_400 },
          }));
        return { object: "list", url: "/v1/disputes", data: data.reverse(), has_more: false };
      }),
    ),
    http.get(
      `${api}/invoices`,
      answer((_params, { request }) => {
        const of = new URL(request.url).searchParams.get("subscription");
        const data = invoices
          .filter(({ subscription }) => subscription === of)
          .map(({ intent, tax, ...invoice }) => ({
            ...{ object: "invoice", status: "paid", ...invoice, number: `N-${invoice.id}` },
            automatic_tax: { enabled: tax > 0 },
            total: intents.get(intent)!.amount_received,
            total_excluding_tax: intents.get(intent)!.amount_received - tax,
            payments: {
              object: "list",
              data: [{ status: "paid", payment: { type: "payment_intent", payment_intent: intent } }],
            },
          }));
        return { object: "list", data, has_more: false };
      }),
    ),
  );

  /** What of a payment can go back. */
  function leftOf({ refunds, amount_received: all }: Intent): number {
    return refunds.reduce((sum, { amount, status }) => (status === "failed" ? sum : sum - amount), all);
  }

  function charge(amount: number, currency: string): string {
    const id = idOf("pi");
    const intent = { id, amount_received: amount, currency, status: "succeeded", created: seconds() };
    intents.set(id, { ...intent, refunds: [] });
    return id;
  }

  return {
    server,
    state,
    sessions,
    intents,
    subscriptions,
    /** The customer pays on Stripe's page. @returns the payment */
    pay(id: string, periodEnd?: Date): string {
      const session = sessions.get(id)!;
      session.status = "complete";
      session.payment_status = "paid";
      const intent = charge(session.amount, session.currency);
      if (session.mode === "payment") session.payment_intent = intent;
      else {
        const { metadata } = session;
        session.subscription = idOf("sub");
        subscriptions.set(session.subscription, {
          ...{ id: session.subscription, status: "active", cancel_at_period_end: false, metadata },
          periodEnd: Math.floor(periodEnd!.getTime() / 1000),
        });
        invoices.push({
          ...{ id: idOf("in"), subscription: session.subscription, intent, created: seconds() },
          tax: session.total_details.amount_tax,
          billing_reason: "subscription_create",
        });
      }
      return intent;
    },
    /** The next period of a subscription is charged. */
    renew(id: string, amount: number, periodEnd: Date, tax = 0): void {
      const intent = charge(amount, "usd");
      subscriptions.get(id)!.periodEnd = Math.floor(periodEnd.getTime() / 1000);
      const invoice = { id: idOf("in"), subscription: id, intent, created: seconds(), tax };
      invoices.unshift({ ...invoice, billing_reason: "subscription_cycle" });
    },
    leftOf,
    /** Money goes back from Stripe's own dashboard. */
    refund(intent: string, amount: number): void {
      const made = { id: idOf("re"), amount, status: "succeeded", created: seconds(), metadata: {} };
      intents.get(intent)!.refunds.push(made);
    },
    /** A bank does not take a refund, of whatever time. */
    bounce(intent: string): void {
      const refund = intents.get(intent)!.refunds.find(({ status }) => status === "succeeded");
      if (refund) refund.status = "failed";
    },
    /** The payer disputes the payment, or a part of it. @returns the dispute */
    dispute(intent: string, amount: number, status = "needs_response"): string {
      const { currency } = intents.get(intent)!;
      const made = { id: idOf("dp"), payment_intent: intent, amount, currency, status, created: seconds() };
      const moved = status === "needs_response" ? [{ amount: -amount }] : [];
      disputes.push({ ...made, balance_transactions: moved });
      return made.id;
    },
    /** The bank decides. */
    decide(id: string, status: "won" | "lost" | "prevented" | "warning_closed"): void {
      const dispute = disputes.find((one) => one.id === id)!;
      if (status === "won" && dispute.status !== "won")
        dispute.balance_transactions.push({ amount: dispute.amount });
      dispute.status = status;
    },
    disputes,
    /** Sums of all payments and refunds at Stripe; a disputed amount counts as decided. */
    books() {
      const all = [...intents.values()];
      const refunds = all.flatMap((one) => one.refunds.filter(({ status }) => status === "succeeded"));
      return {
        paid: all.reduce((sum, one) => sum + one.amount_received, 0),
        refunded:
          refunds.reduce((sum, { amount }) => sum + amount, 0) +
          disputes.reduce((sum, { status, amount }) => (status === "lost" ? sum + amount : sum), 0),
      };
    },
  };
}
