import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts, membershipEvents, orders, paymentLines, users } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder, vipUntil } from "../../setup/payment.ts";
import { startStripe, stripeKeys } from "../../setup/stripe.ts";
import { sendHook } from "../../setup/stripe-hook.ts";

const start = new Date("2026-03-01T12:00:00Z");
const day = 86_400_000;
const minute = 60_000;
const later = (ms: number) => new Date(start.getTime() + ms);

let backend: TestBackend;
const stripe = startStripe(() => backend.clock.now());
beforeAll(async () => {
  stripe.server.listen({ onUnhandledFrame: "error" });
  backend = await startTestBackend({ stripe: stripeKeys });
  await addPlan(backend);
});
beforeEach(() => {
  backend.clock.set(start);
  Object.assign(stripe.state, { away: false, loses: false, refunds: "succeeded" });
});
afterAll(async () => {
  await backend.close();
  stripe.server.close();
});

/** An order on its way to Stripe's page. */
async function begin(token: string, plan = "month") {
  const { number } = await makeOrder(backend, token, { plan });
  const { d } = await backend.post("order/pay", { number, method: "stripe" }, { token });
  const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
  return { number, session: attempt!.reference!, redirect: d.redirect as string };
}
const read = async (number: string, token: string) =>
  (await backend.get("order/read", `?number=${number}`, { token })).d;
const kinds = (order: { lines: { kind: string; why: string | null }[] }) =>
  order.lines.map(({ kind, why }) => (why ? `${kind} ${why}` : kind));
const completed = (id: string) => ({
  type: "checkout.session.completed",
  object: { id, object: "checkout.session" },
});

/** Our ledger of money against Stripe's own books. */
async function expectBooksToAgree() {
  const lines = await backend.db.select().from(paymentLines).where(eq(paymentLines.method, "stripe"));
  const sum = (kind: string) =>
    lines.reduce((all, line) => (line.kind === kind ? all + line.amount : all), 0);
  const gone = sum("refunded") - sum("reinstated");
  expect({ paid: sum("paid"), refunded: gone }).toEqual(stripe.books());
}
const extensions = async (number: string) =>
  (
    await backend.db
      .select()
      .from(membershipEvents)
      .where(eq(membershipEvents.source, "order"))
      .orderBy(asc(membershipEvents.seq))
  ).filter(({ sourceId }) => sourceId.startsWith(number));

test("an order leads to Stripe's page, asks for the price of then, and is one session however often it is begun", async () => {
  const { token } = await backend.person({ email: "payer@example.test" });
  const { number, session, redirect } = await begin(token);
  expect(redirect).toBe(`https://checkout.stripe.com/c/${session}`);
  expect(stripe.state.made.at(-1)).toMatchObject({
    mode: "payment",
    customer_email: "payer@example.test",
    success_url: `https://matinee.test/page/pay?order=${number}`,
    "line_items[0][price_data][unit_amount]": "499",
    "line_items[0][price_data][currency]": "usd",
    "line_items[0][price_data][product_data][name]": "One month",
  });
  const before = stripe.sessions.size;
  const again = await backend.post("order/pay", { number, method: "stripe" }, { token });
  expect(again.d.redirect).toBe(redirect);
  expect(stripe.sessions.size).toBe(before);
});

describe("a payment", () => {
  test("told five times, at once, beside its person who comes back: one extension, and the books agree", async () => {
    const { token } = await backend.person();
    const { number, session } = await begin(token);
    stripe.pay(session);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => sendHook(backend, completed(session))),
      backend.post("order/check", { number }, { token }),
      backend.reconcile(),
    ]);
    expect(answers.slice(0, 5).map((answer) => (answer as Response).status)).toEqual(Array(5).fill(200));
    expect(await read(number, token)).toMatchObject({
      ...{ state: "paid", vip_until: later(30 * day).toISOString() },
      lines: [{ kind: "paid", instrument: "Visa •••• 4242" }],
    });
    expect(await extensions(number)).toHaveLength(1);
    await expectBooksToAgree();
  });

  test("told in the wrong order: a refund before the payment comes to the same", async () => {
    const { token } = await backend.person();
    const { number, session } = await begin(token);
    const intent = stripe.pay(session);
    stripe.refund(intent, 499);
    const refunded = { type: "charge.refunded", object: { id: "ch_1", payment_intent: intent } };
    expect((await sendHook(backend, refunded)).status).toBe(200);
    expect((await read(number, token)).state).toBe("pending");
    await sendHook(backend, completed(session));
    await sendHook(backend, refunded);
    await sendHook(backend, { type: "checkout.session.expired", object: { id: session } });
    expect(await read(number, token)).toMatchObject({ state: "refunded" });
    expect((await backend.post("login/token", { token })).d.is_vip).toBe(false);
    await expectBooksToAgree();
  });

  test("whose message never came is found by reconciliation", async () => {
    const { token } = await backend.person();
    const { number, session } = await begin(token);
    stripe.pay(session);
    backend.clock.set(later(2 * minute));
    await backend.reconcile();
    expect((await read(number, token)).state).toBe("paid");
    await expectBooksToAgree();
  });

  test("whose session was made by a process that died before its answer is the same session after all", async () => {
    const { token } = await backend.person();
    const { number } = await makeOrder(backend, token);
    const before = stripe.sessions.size;
    stripe.state.loses = true;
    const lost = await backend.post("order/pay", { number, method: "stripe" }, { token });
    expect(lost).toMatchObject({ status: 503, c: 5031 });
    expect((await read(number, token)).state).toBe("open");
    stripe.state.loses = false;
    const found = await backend.post("order/pay", { number, method: "stripe" }, { token });
    expect(found.d.order.state).toBe("pending");
    expect(stripe.sessions.size).toBe(before + 1);
    backend.bugs.length = 0;
  });

  test("made twice, in two ways at once, goes back once, visibly; with Stripe away it goes back later", async () => {
    const { token } = await backend.person();
    const { number, session } = await begin(token);
    // A second session of the same order, as two tabs of an older version might have made.
    const second = { ...stripe.sessions.get(session)!, id: `${session}_2` };
    stripe.sessions.set(second.id, second);
    await backend.db.insert(attempts).values({
      ...{ id: "7f8fad5b-d9cb-469f-a165-70867728950e", number, method: "stripe", state: "open" },
      ...{ reference: second.id, createdAt: start },
    });
    stripe.pay(session);
    stripe.pay(second.id);
    stripe.state.refunds = "pending";
    await sendHook(backend, completed(session));
    await sendHook(backend, completed(second.id));
    expect(await read(number, token)).toMatchObject({
      ...{ state: "paid", refundDue: { amount: 499, currency: "USD" } },
    });
    for (const one of stripe.intents.values()) for (const refund of one.refunds) refund.status = "succeeded";
    await backend.reconcile();
    const order = await read(number, token);
    expect(kinds(order)).toEqual(["paid", "paid", "refunded duplicate"]);
    expect(order.refundDue).toBeNull();
    expect(await vipUntil(backend, token)).toBe(later(30 * day).toISOString());
    await expectBooksToAgree();
  });

  test("made twice, and refused by Stripe to go back, is credited as time, visibly", async () => {
    const { token } = await backend.person();
    const { number, session } = await begin(token);
    const second = { ...stripe.sessions.get(session)!, id: `${session}_2` };
    stripe.sessions.set(second.id, second);
    await backend.db.insert(attempts).values({
      ...{ id: "8f8fad5b-d9cb-469f-a165-70867728950e", number, method: "stripe", state: "open" },
      ...{ reference: second.id, createdAt: start },
    });
    stripe.pay(session);
    stripe.pay(second.id);
    stripe.state.refunds = "refused";
    await Promise.all([sendHook(backend, completed(session)), sendHook(backend, completed(second.id))]);
    await backend.reconcile();
    await backend.reconcile();
    expect(kinds(await read(number, token))).toEqual(["paid", "paid", "credited duplicate"]);
    expect(await vipUntil(backend, token)).toBe(later(60 * day).toISOString());
    await expectBooksToAgree();
    backend.bugs.length = 0;
  });

  test("whose refund the bank did not take is here again, with its time; and can be refunded anew", async () => {
    const { token } = await backend.person();
    const { token: admin } = await backend.person({ admin: 2 });
    const { number, session } = await begin(token);
    const intent = stripe.pay(session);
    await sendHook(backend, completed(session));
    const refund = () =>
      backend.post("z/order/refund", { number, key: crypto.randomUUID(), reason: "asked" }, { token: admin });
    expect((await refund()).d.state).toBe("refunded");
    stripe.bounce(intent);
    const failed = { type: "refund.failed", object: { id: "re_1", payment_intent: intent } };
    await Promise.all([sendHook(backend, failed), sendHook(backend, failed)]);
    await sendHook(backend, failed);
    expect(await read(number, token)).toMatchObject({ state: "paid", refundDue: null });
    expect(await vipUntil(backend, token)).toBe(later(30 * day).toISOString());
    await expectBooksToAgree();
    expect((await refund()).d.state).toBe("refunded");
    expect(kinds(await read(number, token))).toEqual([
      ...["paid", "refunded requested", "reinstated requested", "refunded requested"],
    ]);
    await expectBooksToAgree();
  });

  test("of an order that expired meanwhile counts, and is marked as late", async () => {
    const { token } = await backend.person();
    const { number, session } = await begin(token);
    await backend.db
      .update(orders)
      .set({ expiresAt: later(minute) })
      .where(eq(orders.number, number));
    backend.clock.set(later(2 * minute));
    await backend.reconcile();
    expect((await read(number, token)).state).toBe("expired");
    stripe.pay(session);
    await sendHook(backend, completed(session));
    expect(await read(number, token)).toMatchObject({ state: "paid", late: true });
    await expectBooksToAgree();
  });
});

test("with Stripe away its person is told so, and what was paid is found when it is back", async () => {
  const { token } = await backend.person();
  const { number, session } = await begin(token);
  stripe.pay(session);
  stripe.state.away = true;
  expect((await sendHook(backend, completed(session))).status).toBe(503);
  expect(await backend.post("order/check", { number }, { token })).toMatchObject({
    ...{ c: 0, d: { state: "pending" } },
  });
  const other = await makeOrder(backend, token);
  const refused = await backend.post("order/pay", { number: other.number, method: "stripe" }, { token });
  expect(refused).toMatchObject({ status: 503, c: 5031 });
  expect(refused.m).toContain("You weren't charged");
  stripe.state.away = false;
  backend.clock.set(later(5 * minute));
  await backend.reconcile();
  expect((await read(number, token)).state).toBe("paid");
  await expectBooksToAgree();
  backend.bugs.length = 0;
});

describe("a message", () => {
  test("that is not Stripe's, was changed, written anew, or is old, is refused and changes nothing", async () => {
    const { token } = await backend.person();
    const { number, session } = await begin(token);
    stripe.pay(session);
    const now = Math.floor(start.getTime() / 1000);
    const event = completed(session);
    const refused = [
      await sendHook(backend, event, { secret: "whsec_another" }),
      await sendHook(backend, event, { header: "" }),
      await sendHook(backend, event, { header: "t=1,v1=00" }),
      await sendHook(backend, event, { bend: (body) => body.replace("completed", "complete") }),
      // The same JSON, written by another hand.
      await sendHook(backend, event, { bend: (body) => JSON.stringify(JSON.parse(body)) }),
      await sendHook(backend, event, { bend: (body) => `${body}\n` }),
      await sendHook(backend, event, { at: now - 301 }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(403));
    expect((await read(number, token)).state).toBe("pending");
    expect((await sendHook(backend, event, { at: now - 299 })).status).toBe(200);
    expect((await read(number, token)).state).toBe("paid");
  });

  test("about nothing of ours is taken, and other addresses and methods are not there", async () => {
    const unknown = [completed("cs_unknown"), { type: "customer.created", object: { id: "cus_1" } }];
    for (const event of [...unknown, { type: "charge.refunded", object: { payment_intent: "pi_unknown" } }])
      expect((await sendHook(backend, event)).status).toBe(200);
    expect((await backend.fetch("/api/webhook/stripe")).status).toBe(405);
    expect((await backend.fetch("/api/webhook/sandbox", { method: "POST" })).status).toBe(404);
    const long = await sendHook(backend, completed("x"), { bend: (body) => body + " ".repeat(600_000) });
    expect(long.status).toBe(422);
  });
});

describe("a membership that renews itself", () => {
  const month = 30 * day;
  beforeAll(() => addPlan(backend, { id: "renewing", renews: true }));
  async function subscribe(token: string) {
    const { number, session } = await begin(token, "renewing");
    stripe.pay(session, later(month));
    await sendHook(backend, completed(session));
    return { number, id: stripe.sessions.get(session)!.subscription! };
  }
  const paid = (id: string) => ({
    type: "invoice.paid",
    object: { id: "in_1", parent: { subscription_details: { subscription: id } } },
  });

  test("is extended once for each period paid, however often that is told, each with its own receipt", async () => {
    const { token } = await backend.person();
    const { number, id } = await subscribe(token);
    expect(await read(number, token)).toMatchObject({ state: "paid", subscription: true, renewal: false });
    backend.clock.set(later(month));
    stripe.renew(id, 499, later(2 * month));
    await Promise.all([1, 2, 3].map(() => sendHook(backend, paid(id))));
    await backend.reconcile();
    expect(await vipUntil(backend, token)).toBe(later(2 * month).toISOString());
    const { d } = await backend.get("order/list", "", { token });
    expect(
      d.items.map(({ renewal, state }: { renewal: boolean; state: string }) => [renewal, state]),
    ).toEqual([
      [true, "paid"],
      [false, "paid"],
    ]);
    await expectBooksToAgree();
  });

  test("goes on for some days while a renewal is late, and the late payment gives no day more or less", async () => {
    const { token } = await backend.person();
    const { id } = await subscribe(token);
    backend.clock.set(later(month - 5 * minute));
    await backend.reconcile();
    await backend.reconcile();
    stripe.subscriptions.get(id)!.status = "past_due";
    backend.clock.set(later(month + 2 * day));
    await backend.reconcile();
    const { d } = await backend.get("membership/read", "", { token });
    expect(d).toMatchObject({
      ...{ is_vip: true, graceUntil: later(month + 3 * day).toISOString() },
      subscription: { state: "past_due" },
    });
    stripe.subscriptions.get(id)!.status = "active";
    stripe.renew(id, 499, later(2 * month));
    await sendHook(backend, paid(id));
    expect(await vipUntil(backend, token)).toBe(later(2 * month).toISOString());
    await expectBooksToAgree();
  });

  test("is cancelled for the end of its period, and goes on if its person thinks better of it", async () => {
    const { token } = await backend.person();
    await subscribe(token);
    const cancelled = await backend.post("subscription/cancel", {}, { token });
    expect(cancelled.d).toMatchObject({ cancelled: true, state: "active" });
    expect((await backend.post("subscription/resume", {}, { token })).d.cancelled).toBe(false);
    const { number } = await makeOrder(backend, token, { plan: "renewing" });
    const second = await backend.post("order/pay", { number, method: "stripe" }, { token });
    expect(second).toMatchObject({ status: 409, c: 4099 });
    const stranger = await backend.person();
    expect((await backend.post("subscription/cancel", {}, { token: stranger.token })).status).toBe(404);
  });

  test("ends at the provider when its user's account is deleted; the payment stays, without a user", async () => {
    const { uid, token } = await backend.person();
    const { number, id } = await subscribe(token);
    await backend.db.delete(users).where(eq(users.uid, uid));
    await backend.reconcile();
    expect(stripe.subscriptions.get(id)!.status).toBe("canceled");
    const [order] = await backend.db.select().from(orders).where(eq(orders.number, number));
    expect(order).toMatchObject({ uid: null, state: "paid" });
    await expectBooksToAgree();
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
