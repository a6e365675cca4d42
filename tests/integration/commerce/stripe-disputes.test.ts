import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts, disputes, membershipEvents, paymentLines } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder, vipUntil } from "../../setup/payment.ts";
import { startStripe, stripeKeys } from "../../setup/stripe.ts";
import { sendHook } from "../../setup/stripe-hook.ts";

const start = new Date("2026-03-01T12:00:00Z");
const day = 86_400_000;
const later = (ms: number) => new Date(start.getTime() + ms);
const month = 30 * day;

let backend: TestBackend;
let admin: string;
const stripe = startStripe(() => backend.clock.now());
beforeAll(async () => {
  stripe.server.listen({ onUnhandledFrame: "error" });
  backend = await startTestBackend({ stripe: stripeKeys });
  await addPlan(backend);
  await addPlan(backend, { id: "renewing", renews: true });
  admin = (await backend.person({ admin: 2 })).token;
});
beforeEach(() => {
  backend.clock.set(start);
  Object.assign(stripe.state, { away: false, refunds: "succeeded" });
});
afterAll(async () => {
  await backend.close();
  stripe.server.close();
});

/** A user who has paid, before the server has heard of it. */
async function paying(plan = "month") {
  const { uid, token } = await backend.person();
  const { number } = await makeOrder(backend, token, { plan });
  await backend.post("order/pay", { number, method: "stripe" }, { token });
  const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
  const session = attempt!.reference!;
  const intent = stripe.pay(session, later(month));
  const completed = { type: "checkout.session.completed", object: { id: session } };
  return { uid, token, number, session, intent, completed };
}
async function paid(plan?: string) {
  const one = await paying(plan);
  await sendHook(backend, one.completed);
  return one;
}
const told = (kind: string, dispute: string, intent: string) =>
  sendHook(backend, {
    type: `charge.dispute.${kind}`,
    object: { id: dispute, object: "dispute", charge: `ch_${intent}`, payment_intent: intent },
  });
const read = async (number: string) =>
  (await backend.get("z/order/read", `?number=${number}`, { token: admin })).d;
const found = async (filter: string) =>
  (await backend.get("z/order/list", `?${filter}`, { token: admin })).d.items.map(
    ({ number }: { number: string }) => number,
  );
const linesOf = async (number: string) =>
  (
    await backend.db
      .select()
      .from(paymentLines)
      .where(eq(paymentLines.number, number))
      .orderBy(asc(paymentLines.seq))
  ).map(({ kind, why, amount }) => [kind, why, amount]);
const taken = async (uid: string) =>
  (await backend.db.select().from(membershipEvents).where(eq(membershipEvents.uid, uid))).filter(
    ({ source }) => source === "dispute",
  );
async function expectBooksToAgree() {
  const lines = await backend.db.select().from(paymentLines);
  const sum = (kind: string) =>
    lines.reduce((all, line) => (line.kind === kind ? all + line.amount : all), 0);
  const ours = { paid: sum("paid"), refunded: sum("refunded") - sum("reinstated") };
  expect(ours).toEqual(stripe.books());
}

describe("a dispute", () => {
  test("that is opened stands on the order, is found by admins, and changes neither money nor membership", async () => {
    const { number, intent, token, uid } = await paid();
    const dispute = stripe.dispute(intent, 499);
    expect((await told("created", dispute, intent)).status).toBe(200);
    await told("funds_withdrawn", dispute, intent);
    expect(await read(number)).toMatchObject({
      ...{ state: "paid", dispute: "open", refundable: null },
      disputes: [
        {
          ...{ reference: dispute, state: "open", reason: "fraudulent", closedAt: null },
          money: { amount: 499, currency: "USD" },
          dueAt: later(7 * day).toISOString(),
        },
      ],
    });
    expect(await found("dispute=open")).toEqual([number]);
    expect(await found("dispute=lost")).toEqual([]);
    const today = await backend.get("z/order/revenue", "?from=2026-03-01&to=2026-03-01", { token: admin });
    expect(today.d.openDisputes).toBe(1);
    expect(await vipUntil(backend, token)).toBe(later(month).toISOString());
    expect(await taken(uid)).toEqual([]);
    const refund = { number, key: crypto.randomUUID(), reason: "asked for it" };
    const refused = await backend.post("z/order/refund", refund, { token: admin });
    expect(refused).toMatchObject({ status: 409 });
    await expectBooksToAgree();
  });

  test("that is lost takes money and membership, once, however often and at once it is told", async () => {
    const { number, intent, token, uid } = await paid();
    const dispute = stripe.dispute(intent, 499);
    await told("created", dispute, intent);
    stripe.decide(dispute, "lost");
    backend.clock.set(later(day));
    await Promise.all([
      ...Array.from({ length: 5 }, () => told("closed", dispute, intent)),
      backend.post("order/check", { number }, { token }),
      backend.watchDisputes(),
      backend.reconcile(),
    ]);
    await told("created", dispute, intent);
    expect(await read(number)).toMatchObject({
      ...{ state: "refunded", dispute: "lost", refundable: null },
      disputes: [{ state: "lost", closedAt: later(day).toISOString() }],
    });
    expect(await linesOf(number)).toEqual([
      ["paid", null, 499],
      ["refunded", "disputed", 499],
    ]);
    expect(await taken(uid)).toMatchObject([{ kind: "shorten", seconds: month / 1000 }]);
    expect((await backend.post("login/token", { token })).d.is_vip).toBe(false);
    await expectBooksToAgree();
  });

  test("that is lost in part takes that part, beside what was refunded", async () => {
    const { number, intent, token } = await paid();
    stripe.refund(intent, 199);
    await sendHook(backend, { type: "charge.refunded", object: { payment_intent: intent } });
    const dispute = stripe.dispute(intent, 100);
    stripe.decide(dispute, "lost");
    await told("closed", dispute, intent);
    expect(await read(number)).toMatchObject({
      ...{ state: "paid", refundable: { amount: 200 } },
      refunded: { amount: 299, of: 499, currency: "USD" },
    });
    const kept = Math.ceil((month / 1000) * (200 / 499)) * 1000;
    expect(await vipUntil(backend, token)).toBe(later(kept).toISOString());
    await expectBooksToAgree();
  });

  test("that is won, and a bank's question that is closed, take nothing", async () => {
    const { number, intent, token, uid } = await paid();
    const question = stripe.dispute(intent, 499, "warning_needs_response");
    await told("created", question, intent);
    expect(await read(number)).toMatchObject({ dispute: "open" });
    stripe.decide(question, "warning_closed");
    await told("closed", question, intent);
    const dispute = stripe.dispute(intent, 499);
    await told("created", dispute, intent);
    stripe.decide(dispute, "won");
    await told("funds_reinstated", dispute, intent);
    await told("closed", dispute, intent);
    expect(await read(number)).toMatchObject({
      ...{ state: "paid", dispute: "won", refundable: { amount: 499 } },
      disputes: [{ state: "won" }, { state: "won" }],
    });
    expect(await linesOf(number)).toEqual([["paid", null, 499]]);
    expect(await taken(uid)).toEqual([]);
    expect(await vipUntil(backend, token)).toBe(later(month).toISOString());
    await expectBooksToAgree();
  });

  test("that is lost and won on appeal returns the money, and no more time than was taken", async () => {
    const { number, intent, token, uid } = await paid();
    const dispute = stripe.dispute(intent, 499);
    stripe.decide(dispute, "lost");
    // Twenty days are used up: ten are left to be taken.
    backend.clock.set(later(20 * day));
    await told("closed", dispute, intent);
    expect((await backend.post("login/token", { token })).d.is_vip).toBe(false);
    backend.clock.set(later(40 * day));
    stripe.decide(dispute, "won");
    await Promise.all([told("funds_reinstated", dispute, intent), told("closed", dispute, intent)]);
    await backend.watchDisputes();
    expect(await read(number)).toMatchObject({ state: "paid", dispute: "won" });
    expect(await linesOf(number)).toEqual([
      ["paid", null, 499],
      ["refunded", "disputed", 499],
      ["reinstated", "disputed", 499],
    ]);
    expect((await taken(uid)).map(({ kind, seconds }) => [kind, seconds])).toEqual([
      ["shorten", month / 1000],
      ["extend", (10 * day) / 1000],
    ]);
    expect(await vipUntil(backend, token)).toBe(later(50 * day).toISOString());
    const { d } = await backend.get("z/order/revenue", "?from=2026-03-01&to=2026-04-30", { token: admin });
    expect(d.currencies[0].paid - d.currencies[0].refunded).toBe(
      stripe.books().paid - stripe.books().refunded,
    );
    await expectBooksToAgree();
  });

  test("told before the payment comes to the same", async () => {
    const { number, intent, completed, token } = await paying();
    const dispute = stripe.dispute(intent, 499);
    stripe.decide(dispute, "lost");
    expect((await told("closed", dispute, intent)).status).toBe(200);
    expect((await read(number)).state).toBe("pending");
    await sendHook(backend, completed);
    expect(await read(number)).toMatchObject({ state: "refunded", dispute: "lost" });
    expect((await backend.post("login/token", { token })).d.is_vip).toBe(false);
    await expectBooksToAgree();
  });

  test("of which no message ever came is found, of a renewal of long ago as well, also once Stripe is back", async () => {
    const one = await paid("renewing");
    const subscription = stripe.sessions.get(one.session)!.subscription!;
    backend.clock.set(later(month));
    stripe.renew(subscription, 499, later(2 * month));
    await backend.reconcile();
    const renewal = [...stripe.intents.keys()].at(-1)!;
    stripe.subscriptions.get(subscription)!.status = "canceled";
    backend.clock.set(later(4 * month));
    await backend.reconcile();
    const dispute = stripe.dispute(renewal, 499);
    stripe.state.away = true;
    await backend.watchDisputes();
    stripe.state.away = false;
    expect(await found("dispute=open&q=NONE")).toEqual([]);
    await backend.watchDisputes();
    const [known] = await backend.db.select().from(disputes).where(eq(disputes.reference, dispute));
    expect(known).toMatchObject({ state: "open", payment: renewal });
    // An admin who asks is told as well.
    stripe.decide(dispute, "won");
    await backend.post("z/order/check", { number: known!.number }, { token: admin });
    expect(await read(known!.number)).toMatchObject({ state: "paid", dispute: "won" });
    stripe.decide(dispute, "lost");
    expect(await backend.watchDisputes()).toBe(1);
    expect(await read(known!.number)).toMatchObject({ state: "refunded", dispute: "lost", renewal: true });
    // What agrees is not asked about again.
    expect(await backend.watchDisputes()).toBe(0);
    await expectBooksToAgree();
    backend.bugs.length = 0;
  });

  test("of a payment made twice is not credited on top of what the bank took back", async () => {
    const { token, number, session, completed } = await paying();
    const second = { ...stripe.sessions.get(session)!, id: `${session}_2`, payment_intent: null };
    Object.assign(second, { status: "open", payment_status: "unpaid" });
    stripe.sessions.set(second.id, second);
    await backend.db.insert(attempts).values({
      ...{ id: crypto.randomUUID(), number, method: "stripe", state: "open" },
      ...{ reference: second.id, createdAt: start },
    });
    await sendHook(backend, completed);
    const extra = stripe.pay(second.id);
    const dispute = stripe.dispute(extra, 499);
    stripe.decide(dispute, "lost");
    await sendHook(backend, { type: "checkout.session.completed", object: { id: second.id } });
    await backend.reconcile();
    expect(await linesOf(number)).toEqual([
      ["paid", null, 499],
      ["paid", null, 499],
      ["refunded", "disputed", 499],
    ]);
    expect(await read(number)).toMatchObject({ state: "paid", refundDue: null });
    expect(await vipUntil(backend, token)).toBe(later(month).toISOString());
    await expectBooksToAgree();
    backend.bugs.length = 0;
  });

  test("stands in the CSV", async () => {
    const { number, intent } = await paid();
    stripe.decide(stripe.dispute(intent, 499), "lost");
    await backend.watchDisputes();
    const { token } = await backend.person({ admin: 3 });
    const { d } = await backend.get("z/order/export", "?dispute=lost", { token });
    const [head, ...rows] = (d.csv as string).trim().split(/\r?\n/);
    const row = rows.find((line) => line.includes(number))!.split(",");
    const cell = (name: string) => row[head!.split(",").indexOf(name)];
    expect([cell("dispute"), cell("paid"), cell("refunded")]).toEqual(["lost", "4.99", "4.99"]);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
