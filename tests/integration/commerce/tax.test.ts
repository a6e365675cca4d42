import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attempts, paymentLines } from "../../../api/db/schema.ts";
import type { Order } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder } from "../../setup/payment.ts";
import { startStripe, stripeKeys } from "../../setup/stripe.ts";
import { sendHook } from "../../setup/stripe-hook.ts";

const start = new Date("2026-03-01T12:00:00Z");
const day = 86_400_000;
const later = (ms: number) => new Date(start.getTime() + ms);

let backend: TestBackend;
let owner: string;
const stripe = startStripe(() => backend.clock.now());
beforeAll(async () => {
  stripe.server.listen({ onUnhandledFrame: "error" });
  backend = await startTestBackend({ stripe: stripeKeys });
  await addPlan(backend);
  await addPlan(backend, { id: "renewing", renews: true, position: 2 });
});
beforeEach(async () => {
  backend.clock.set(start);
  owner = (await backend.person({ admin: 3 })).token;
});
afterAll(async () => {
  await backend.close();
  stripe.server.close();
});

async function set(values: object) {
  const { revision } = (await backend.get("z/settings/read", "", { token: owner })).d;
  const answer = await backend.post("z/settings/save", { revision, values }, { token: owner });
  expect(answer.c, JSON.stringify(answer)).toBe(0);
}

/** An order that Stripe has been paid for. */
async function buy(plan = "month", periodEnd?: Date) {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token, { plan });
  await backend.post("order/pay", { number, method: "stripe" }, { token });
  const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
  const session = attempt!.reference!;
  const payment = stripe.pay(session, periodEnd);
  await sendHook(backend, { type: "checkout.session.completed", object: { id: session } });
  const read = async () => (await backend.get("order/read", `?number=${number}`, { token })).d as Order;
  return { token, number, session, payment, attempt: attempt!.id, read };
}
const refund = (number: string, amount: number) =>
  backend.post(
    "z/order/refund",
    { number, key: randomUUID(), amount, reason: "asked for it" },
    { token: owner },
  );

test("nothing is asked about taxes unless it is set, and no payment says any", async () => {
  const { read } = await buy();
  expect(Object.keys(stripe.state.made.at(-1)!).join(" ")).not.toMatch(
    /tax|billing|invoice|customer_creation/,
  );
  expect(await read()).toMatchObject({ state: "paid", tax: null, invoice: null });
  expect((await backend.get("plan/list")).d.taxAdded).toBe(false);
});

test("tax within the price is kept with the payment, goes back with it to the unit, and is apart in the sums", async () => {
  await set({ salesTax: "included", taxIds: true, invoices: true });
  const { number, session, attempt, read } = await buy();
  expect(stripe.state.made.at(-1)).toMatchObject({
    "automatic_tax[enabled]": "true",
    billing_address_collection: "required",
    "tax_id_collection[enabled]": "true",
    customer_creation: "always",
    "invoice_creation[enabled]": "true",
    "invoice_creation[invoice_data][metadata][attempt]": attempt,
    "line_items[0][price_data][tax_behavior]": "inclusive",
  });
  expect(await read()).toMatchObject({
    price: { amount: 499 },
    refunded: { of: 499 },
    tax: 83,
    invoice: null,
  });
  // Stripe makes the invoice after the payment, and says so.
  stripe.sessions.get(session)!.invoice = { id: "in_1", number: "ABC-0001" };
  const invoice = { id: "in_1", object: "invoice", metadata: { attempt } };
  await sendHook(backend, { type: "invoice.paid", object: invoice });
  expect(await read()).toMatchObject({ invoice: "ABC-0001" });

  const revenue = async () =>
    (await backend.get("z/order/revenue", "?from=2026-03-01&to=2026-03-01", { token: owner })).d
      .currencies[0];
  const before = await revenue();
  expect(before.tax).toBe(83);
  expect(before.days[0].tax).toBe(83);
  for (const amount of [100, 100, 100, 199]) await refund(number, amount);
  const lines = await backend.db
    .select()
    .from(paymentLines)
    .where(eq(paymentLines.number, number))
    .orderBy(asc(paymentLines.seq));
  expect(lines.map(({ kind, tax }) => [kind, tax])).toEqual([
    ["paid", 83],
    ["refunded", 17],
    ["refunded", 16],
    ["refunded", 17],
    ["refunded", 33],
  ]);
  expect((await revenue()).tax).toBe(0);
  const file = await backend.get("z/order/export", `?q=${number}`, { token: owner });
  expect(file.d.csv).toMatch(/,tax,invoice\r\n/);
  expect(file.d.csv.trim()).toMatch(/,0\.83,ABC-0001$/);
});

test("tax on top of the price is paid with it, and that is what can be refunded", async () => {
  await set({ salesTax: "added", taxIds: false, invoices: false });
  expect((await backend.get("plan/list")).d.taxAdded).toBe(true);
  const { number, payment, read } = await buy();
  expect(await read()).toMatchObject({ price: { amount: 499 }, refunded: { of: 599 }, tax: 100 });
  expect(await refund(number, 600)).toMatchObject({ c: 422 });
  expect((await refund(number, 599)).d).toMatchObject({ state: "refunded" });
  stripe.bounce(payment);
  await sendHook(backend, { type: "charge.refund.updated", object: { payment_intent: payment } });
  expect(await read()).toMatchObject({ state: "paid" });
  const { d } = await backend.get("z/order/revenue", "?from=2026-03-01&to=2026-03-01", { token: owner });
  expect(d.currencies[0].tax).toBe(100);
});

test("each period of a renewing membership has its own tax and invoice", async () => {
  await set({ salesTax: "included", taxIds: true, invoices: true });
  const { token, session } = await buy("renewing", later(30 * day));
  const made = stripe.state.made.at(-1)!;
  expect(made).toMatchObject({ mode: "subscription", "tax_id_collection[enabled]": "true" });
  expect(Object.keys(made).join(" ")).not.toMatch(/invoice_creation|customer_creation/);
  const { subscription } = stripe.sessions.get(session)!;
  backend.clock.set(later(30 * day));
  stripe.renew(subscription!, 499, later(60 * day), 90);
  await sendHook(backend, { type: "customer.subscription.updated", object: { id: subscription! } });
  const { items } = (await backend.get("order/list", "", { token })).d as { items: Order[] };
  expect(items.map(({ tax }) => tax)).toEqual([90, 83]);
  for (const { invoice } of items) expect(invoice).toMatch(/^N-in_/);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
