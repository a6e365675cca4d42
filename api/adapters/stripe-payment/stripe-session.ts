import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import type { NewPayment, TaxWishes } from "../../ports/payment.ts";
import type { StripeClient } from "./stripe-client.ts";

/** Limits Stripe sets on the life of a Checkout session, in seconds, with a minute to spare on both sides. */
const sessionLifeS = { least: 31 * 60, most: 24 * 3600 - 60 };

type Wanted = { payment: NewPayment; linkBase: string; taxes: TaxWishes };

/** Makes the Checkout session of an attempt: repeated requests for one attempt give the same session. */
export async function beginSession({ ask }: Pick<StripeClient, "ask">, wanted: Wanted) {
  const { payment } = wanted;
  const coupon = await firstPeriodCoupon({ ask }, payment);
  const params = { ...sessionOf(wanted), ...(coupon && { discounts: [{ coupon }] }) };
  // Stripe refuses the same key with other parameters. A name in another language therefore makes another session,
  // which is harmless, because the first was never shown.
  const words = createHash("sha256").update(JSON.stringify(params)).digest("hex").slice(0, 16);
  const idempotencyKey = `${payment.attempt}-${words}`;
  const session = await ask((stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }));
  return { reference: session.id, url: session.url };
}

/**
 * What makes the first period of a renewing membership cheaper than the later ones: at Stripe's a coupon of one
 * subscription and one invoice. A price that is paid once needs none.
 */
async function firstPeriodCoupon(
  { ask }: Pick<StripeClient, "ask">,
  { attempt, renews, money, laterMoney }: NewPayment,
): Promise<string | null> {
  if (!renews || !laterMoney || laterMoney.amount <= money.amount) return null;
  const params = {
    duration: "once" as const,
    max_redemptions: 1,
    amount_off: laterMoney.amount - money.amount,
    currency: money.currency.toLowerCase(),
    metadata: { attempt },
  };
  const { id } = await ask((stripe) =>
    stripe.coupons.create(params, { idempotencyKey: `${attempt}-coupon` }),
  );
  return id;
}

/** What a session has besides where taxes are to be found out: nothing, where none are. */
function taxesOf({ tax, ids, invoices }: TaxWishes, { renews, attempt, number }: NewPayment) {
  const once = renews === null;
  return {
    ...(tax !== "off" && {
      automatic_tax: { enabled: true },
      billing_address_collection: "required" as const,
    }),
    ...(ids && { tax_id_collection: { enabled: true } }),
    // A tax ID is kept with a customer, whom a subscription has anyway.
    ...(ids && once && { customer_creation: "always" as const }),
    ...(invoices &&
      once && { invoice_creation: { enabled: true, invoice_data: { metadata: { attempt, number } } } }),
  };
}

function sessionOf({ payment, linkBase, taxes }: Wanted): Stripe.Checkout.SessionCreateParams {
  const { attempt, number, name, money, laterMoney, renews, email, createdAt, expiresAt } = payment;
  const created = Math.floor(createdAt.getTime() / 1000);
  const wanted = Math.floor(expiresAt.getTime() / 1000);
  const back = `${linkBase}/page/pay?order=${number}`;
  const metadata = { attempt, number };
  const price = renews ? (laterMoney ?? money) : money;
  return {
    mode: renews ? "subscription" : "payment",
    client_reference_id: attempt,
    metadata,
    success_url: back,
    cancel_url: back,
    expires_at: Math.min(created + sessionLifeS.most, Math.max(created + sessionLifeS.least, wanted)),
    ...taxesOf(taxes, payment),
    ...(email && { customer_email: email }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: price.currency.toLowerCase(),
          unit_amount: price.amount,
          product_data: { name },
          ...(taxes.tax !== "off" && {
            tax_behavior: taxes.tax === "added" ? ("exclusive" as const) : ("inclusive" as const),
          }),
          ...(renews && { recurring: { interval: renews.unit, interval_count: renews.count } }),
        },
      },
    ],
    ...(renews ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
  };
}
