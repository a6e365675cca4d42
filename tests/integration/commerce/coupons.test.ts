import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts, paymentLines } from "../../../api/db/schema.ts";
import type { Order } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder, price, vipUntil } from "../../setup/payment.ts";
import { startStripe, stripeKeys } from "../../setup/stripe.ts";
import { sendHook } from "../../setup/stripe-hook.ts";

const start = new Date("2026-03-01T12:00:00Z");
const day = 86_400_000;
const later = (ms: number) => new Date(start.getTime() + ms);

let backend: TestBackend;
let editor: string;
const stripe = startStripe(() => backend.clock.now());
beforeAll(async () => {
  stripe.server.listen({ onUnhandledFrame: "error" });
  backend = await startTestBackend({ stripe: stripeKeys });
  await addPlan(backend);
  await addPlan(backend, { id: "year", prices: { USD: 4000 }, position: 2 });
  await addPlan(backend, { id: "renewing", renews: true, position: 3 });
});
beforeEach(async () => {
  backend.clock.set(start);
  editor = (await backend.person({ admin: 2, name: "Ed" })).token;
});
afterAll(async () => {
  await backend.close();
  stripe.server.close();
});

let made = 0;
/** A coupon of a quarter off, unless the fields say otherwise. */
async function makeCoupon(fields: object = {}) {
  const body = {
    ...{ key: randomUUID(), code: `SALE-${++made}`, name: "Spring sale", startsAt: null, endsAt: null },
    ...{ value: { kind: "percent", percent: 25 }, uses: null, oncePerAccount: false, firstOnly: false },
    ...fields,
  };
  const answer = await backend.post("z/coupon/create", body, { token: editor });
  expect(answer.c, JSON.stringify(answer)).toBe(0);
  return { body, coupon: answer.d, code: answer.d.code as string };
}
const order = (token: string, fields: object) =>
  backend.post("order/create", { key: randomUUID(), plan: "month", ...price, ...fields }, { token });
const member = (fields: object = {}) => backend.person({ email: `${randomUUID()}@a.test`, ...fields });
const found = async (code: string) =>
  (await backend.get("z/coupon/list", `?q=${code}`, { token: editor })).d.items[0];

test("prices are told before and after, typed in any case, and an order has the one that was shown", async () => {
  const { code } = await makeCoupon();
  const { token } = await backend.person();
  const { d } = await backend.get("coupon/read", `?code=${encodeURIComponent(` ${code.toLowerCase()} `)}`);
  expect(d.code).toBe(code);
  expect(d.plans).toContainEqual({
    id: "month",
    prices: [
      { amount: 375, currency: "JPY" },
      { amount: 374, currency: "USD" },
    ],
  });
  expect(await order(token, { coupon: code })).toMatchObject({ c: 4096 });
  const { d: ordered } = await order(token, { coupon: code.toLowerCase(), amount: 374 });
  expect(ordered).toMatchObject({
    price: { amount: 374, currency: "USD" },
    coupon: { code, price: { amount: 499, currency: "USD" } },
    state: "open",
  });
});

test("a coupon is for its plans, its currencies and its time, and is made once", async () => {
  const { code, body } = await makeCoupon({
    plans: ["year"],
    value: { kind: "amount", amounts: [{ amount: 1500, currency: "USD" }] },
    startsAt: later(day).toISOString(),
    endsAt: later(3 * day).toISOString(),
  });
  const { token } = await backend.person();
  const read = () => backend.get("coupon/read", `?code=${code}`);
  expect(await read()).toMatchObject({ c: 42210 });
  backend.clock.set(later(2 * day));
  expect((await read()).d.plans).toEqual([{ id: "year", prices: [{ amount: 2500, currency: "USD" }] }]);
  expect(await order(token, { coupon: code, amount: 374 })).toMatchObject({ c: 42211 });
  expect(await order(token, { coupon: code, plan: "year", amount: 2500 })).toMatchObject({ c: 0 });
  backend.clock.set(later(3 * day));
  expect(await read()).toMatchObject({ c: 42210 });
  expect(await backend.get("coupon/read", "?code=no-such-one")).toMatchObject({ c: 4229 });

  backend.clock.set(start);
  const again = await backend.post("z/coupon/create", body, { token: editor });
  expect(again.d.id).toBe(body.key);
  const create = (fields: object) =>
    backend.post("z/coupon/create", { ...body, key: randomUUID(), ...fields }, { token: editor });
  expect(await create({})).toMatchObject({ c: 422, d: { issues: [{ field: "code" }] } });
  expect(await create({ code: "OTHER", plans: ["no-plan"] })).toMatchObject({ c: 422 });
  expect(await create({ code: "OTHER", endsAt: later(-day).toISOString() })).toMatchObject({ c: 422 });
  expect(await create({ code: "AB" })).toMatchObject({ c: 422 });
});

describe("uses", () => {
  test("of the last one, asked for by ten at once: one gets it, and it is back once that order is over", async () => {
    const { code } = await makeCoupon({ uses: 1 });
    const people = await Promise.all(Array.from({ length: 10 }, () => backend.person()));
    const all = await Promise.all(people.map(({ token }) => order(token, { coupon: code, amount: 374 })));
    expect(all.map(({ c }) => c).sort((one, other) => one - other)).toEqual([
      0,
      ...Array<number>(9).fill(42210),
    ]);
    expect(await found(code)).toMatchObject({ used: 0, held: 1 });
    backend.clock.set(later(2 * day));
    await backend.reconcile();
    expect(await found(code)).toMatchObject({ used: 0, held: 0 });
    expect(await order(people[0]!.token, { coupon: code, amount: 374 })).toMatchObject({ c: 0 });
  });

  test("stay held while an expired order may still be paid, and are given back once it can't be", async () => {
    const { code } = await makeCoupon({ uses: 1 });
    const { token } = await backend.person();
    const { number } = (await order(token, { coupon: code, amount: 374 })).d;
    await backend.post("order/pay", { number, method: "stripe" }, { token });
    stripe.state.away = true;
    backend.clock.set(later(25 * 3_600_000));
    await backend.reconcile();
    expect(await found(code)).toMatchObject({ held: 1 });
    stripe.state.away = false;
    const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
    stripe.sessions.get(attempt!.reference!)!.status = "expired";
    backend.clock.set(later(26 * 3_600_000));
    await backend.reconcile();
    expect(await found(code)).toMatchObject({ held: 0, used: 0 });
  });

  test("are one for each account, whose guests have none, and for a first purchase alone", async () => {
    const once = await makeCoupon({ oncePerAccount: true });
    const first = await makeCoupon({ firstOnly: true });
    const guest = await backend.person({ anonymous: true });
    expect(await order(guest.token, { coupon: once.code, amount: 374 })).toMatchObject({ c: 42214 });
    expect(await backend.get("coupon/read", `?code=${once.code}`)).toMatchObject({ c: 42214 });
    const { token } = await member();
    // A buyer who has gone back to another plan has the coupon for the newer order.
    const both = await Promise.all([1, 2].map(() => order(token, { coupon: once.code, amount: 374 })));
    expect(both.map(({ c }) => c)).toEqual([0, 0]);
    const read = async (number: string) =>
      (await backend.get("order/read", `?number=${number}`, { token })).d as Order;
    const now = await Promise.all(both.map(({ d }) => read(d.number)));
    expect(now.map(({ price }) => price!.amount).sort()).toEqual([374, 499]);
    expect(await found(once.code)).toMatchObject({ held: 1 });
    const { number: lower } = now.find(({ coupon }) => coupon)!;
    await backend.post("order/pay", { number: lower, method: "stripe" }, { token });
    expect(await order(token, { coupon: once.code, amount: 374 })).toMatchObject({ c: 42212 });
    expect(await order(token, { coupon: first.code, amount: 374 })).toMatchObject({ c: 0 });
    const { number: next } = (await order(token, { coupon: first.code, amount: 374 })).d;
    await backend.post("order/pay", { number: next, method: "stripe" }, { token });
    expect(await order(token, { coupon: first.code, amount: 374 })).toMatchObject({ c: 42213 });
    const buyer = await member();
    const { number } = await makeOrder(backend, buyer.token);
    await backend.post("order/pay", { number, method: "sandbox" }, { token: buyer.token });
    await backend.post("sandbox/settle", { number, outcome: "succeed" }, { token: buyer.token });
    expect(await order(buyer.token, { coupon: first.code, amount: 374 })).toMatchObject({ c: 42213 });
    expect(await backend.get("coupon/read", `?code=${first.code}`, { token: buyer.token })).toMatchObject({
      c: 42213,
    });
  });

  test("are guessed so often, and no more", async () => {
    const { token } = await member();
    const address = "203.0.113.77";
    const tries = [];
    for (let turn = 0; turn < 11; turn++)
      tries.push(
        (
          await backend.post(
            "order/coupon",
            { number: (await makeOrder(backend, token)).number, code: `GUESS-${turn}` },
            { token, address },
          )
        ).c,
      );
    expect(tries.slice(0, 10)).toEqual(Array(10).fill(4229));
    expect(tries[10]).toBe(429);
    expect(await order(token, { coupon: "GUESS-99", amount: 374 })).toMatchObject({ c: 429 });
    expect(await order(token, {})).toMatchObject({ c: 0 });
  });
});

describe("an order that is there", () => {
  test("gets a coupon and loses it; what is being paid keeps its price, and an old page can't be paid", async () => {
    const { code } = await makeCoupon({ uses: 1 });
    const { token } = await backend.person();
    const { number } = await makeOrder(backend, token);
    const change = (to: string | null) => backend.post("order/coupon", { number, code: to }, { token });
    expect((await change(code)).d).toMatchObject({ price: { amount: 374 }, coupon: { code } });
    expect((await change(code)).d).toMatchObject({ price: { amount: 374 } });
    expect(await found(code)).toMatchObject({ held: 1 });
    expect((await change(null)).d).toMatchObject({ price: { amount: 499 }, coupon: null });
    expect(await found(code)).toMatchObject({ held: 0 });
    await change(code);
    await backend.post("order/pay", { number, method: "stripe" }, { token });
    expect(stripe.state.made.at(-1)).toMatchObject({ "line_items[0][price_data][unit_amount]": "374" });
    expect(await change(null)).toMatchObject({ c: 4097 });
    const stranger = await backend.person();
    expect(await backend.post("order/coupon", { number, code }, { token: stranger.token })).toMatchObject({
      status: 404,
    });
  });

  test("that is about to be paid at that moment has no page that asks for another price", async () => {
    const { code } = await makeCoupon();
    for (let turn = 0; turn < 6; turn++) {
      const { token } = await backend.person();
      const { number } = await makeOrder(backend, token);
      const [, changed] = await Promise.all([
        backend.post("order/pay", { number, method: "stripe" }, { token }),
        backend.post("order/coupon", { number, code }, { token }),
      ]);
      expect([0, 4097]).toContain(changed.c);
      const { d } = await backend.get("order/read", `?number=${number}`, { token });
      const open = [...stripe.sessions.values()].filter(
        ({ metadata, status }) => metadata.number === number && status === "open",
      );
      for (const { amount } of open) expect(amount).toBe(d.price.amount);
    }
  });

  test("that costs nothing is paid at once, by the ledger; nothing of it can be refunded", async () => {
    const { code } = await makeCoupon({ value: { kind: "percent", percent: 100 } });
    const { token } = await backend.person();
    const key = randomUUID();
    const [one, same] = await Promise.all(
      [1, 2].map(() => order(token, { key, coupon: code, amount: 0, plan: "renewing" })),
    );
    expect(one!.d).toMatchObject({ state: "paid", price: { amount: 0 }, plan: { renews: false } });
    expect(same!.d.number).toBe(one!.d.number);
    expect(await vipUntil(backend, token)).toBe(later(30 * day).toISOString());
    const lines = await backend.db.select().from(paymentLines).where(eq(paymentLines.number, one!.d.number));
    expect(lines).toMatchObject([{ kind: "paid", amount: 0, method: "voucher" }]);
    const refund = { number: one!.d.number, key: randomUUID(), reason: "asked for it" };
    expect(await backend.post("z/order/refund", refund, { token: editor })).toMatchObject({ c: 40910 });
    const { number } = await makeOrder(backend, token);
    const changed = await backend.post("order/coupon", { number, code }, { token });
    expect(changed.d).toMatchObject({ state: "paid", method: "voucher" });
    expect(await vipUntil(backend, token)).toBe(later(60 * day).toISOString());
    expect(await found(code)).toMatchObject({ used: 2, held: 0 });
  });

  test("is refunded what was paid, which is what its coupon's revenue says", async () => {
    const { code, coupon } = await makeCoupon();
    const { token } = await backend.person();
    const { number } = (await order(token, { coupon: code, amount: 374 })).d;
    await backend.post("order/pay", { number, method: "stripe" }, { token });
    const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
    stripe.pay(attempt!.reference!);
    await sendHook(backend, { type: "checkout.session.completed", object: { id: attempt!.reference! } });
    const more = { number, key: randomUUID(), amount: 375, reason: "too much" };
    expect(await backend.post("z/order/refund", more, { token: editor })).toMatchObject({ c: 422 });
    const all = { number, key: randomUUID(), reason: "asked for it" };
    expect((await backend.post("z/order/refund", all, { token: editor })).d.state).toBe("refunded");
    expect(await vipUntil(backend, token)).toBe(start.toISOString());
    expect(await found(code)).toMatchObject({
      used: 1,
      revenue: [{ currency: "USD", paid: 374, refunded: 374 }],
    });
    const end = { id: coupon.id, revision: 0, reason: "over" };
    expect(await backend.post("z/coupon/end", end, { token: editor })).toMatchObject({ d: { revision: 1 } });
    expect(await order(token, { coupon: code, amount: 374 })).toMatchObject({ c: 42210 });
    expect(await backend.post("z/coupon/end", end, { token: editor })).toMatchObject({ c: 4094 });
  });

  test("that renews is cheaper in its first period alone", async () => {
    const { code } = await makeCoupon();
    const { token } = await backend.person();
    const { number } = (await order(token, { coupon: code, amount: 374, plan: "renewing" })).d;
    await backend.post("order/pay", { number, method: "stripe" }, { token });
    expect(stripe.state.made.at(-1)).toMatchObject({
      mode: "subscription",
      "line_items[0][price_data][unit_amount]": "499",
      "discounts[0][coupon]": expect.stringMatching(/^co_/) as string,
    });
    const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
    stripe.pay(attempt!.reference!, later(30 * day));
    await sendHook(backend, { type: "checkout.session.completed", object: { id: attempt!.reference! } });
    const { d } = await backend.get("membership/read", "", { token });
    expect(d).toMatchObject({ is_vip: true, subscription: { price: { amount: 499 } } });
    const { subscription } = stripe.sessions.get(attempt!.reference!)!;
    backend.clock.set(later(30 * day));
    stripe.renew(subscription!, 499, later(60 * day));
    await sendHook(backend, { type: "customer.subscription.updated", object: { id: subscription! } });
    const { items } = (await backend.get("order/list", "", { token })).d;
    expect(
      items.map((one: { price: { amount: number }; state: string }) => [one.state, one.price.amount]),
    ).toEqual([
      ["paid", 499],
      ["paid", 374],
    ]);
  });
});

test("nothing of this was a bug but Stripe's silence", () => {
  for (const bug of backend.bugs) expect((bug as { type?: string }).type).toMatch(/^Stripe/);
});
