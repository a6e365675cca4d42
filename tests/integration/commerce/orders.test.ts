import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts, orders, plans, sandboxPayments } from "../../../api/db/schema.ts";
import { makeGuest, makeMember, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder, payInSandbox, price, vipUntil } from "../../setup/payment.ts";

let backend: TestBackend;
const start = new Date("2026-03-01T12:00:00Z");
const day = 86_400_000;
const later = (ms: number) => new Date(start.getTime() + ms);

beforeAll(async () => {
  backend = await startTestBackend();
  await addPlan(backend);
  await addPlan(backend, { id: "hidden", onSale: false });
});
beforeEach(() => backend.clock.set(start));
afterAll(() => backend.close());

test("plans are told in the caller's language, with the ways to pay", async () => {
  const { d } = await backend.get("plan/list", "", { locale: "de" });
  expect(d.items).toEqual([
    {
      ...{ id: "month", name: "Ein Monat", benefits: ["Jeder Film"], trialDays: 7, renews: false },
      tier: 1,
      duration: { unit: "day", count: 30 },
      prices: [
        { amount: 500, currency: "JPY" },
        { amount: 499, currency: "USD" },
      ],
    },
  ]);
  expect(d.methods).toEqual(["sandbox", "voucher"]);
  const japanese = await backend.get("plan/list", "", { locale: "ja" });
  expect(japanese.d.items[0].name).toBe("One month");
});

describe("an order", () => {
  test("is one for one key, however often and from whatever device it is sent", async () => {
    const { token } = await backend.person();
    const body = { key: randomUUID(), plan: "month", ...price };
    const all = await Promise.all(
      Array.from({ length: 5 }, () => backend.post("order/create", body, { token })),
    );
    expect(new Set(all.map(({ d }) => d.number)).size).toBe(1);
    const other = await backend.post("order/create", { ...body, currency: "JPY", amount: 500 }, { token });
    expect(other).toMatchObject({ status: 409, c: 4094 });
    const stranger = await backend.person();
    expect((await backend.post("order/create", body, { token: stranger.token })).status).toBe(422);
  });

  test("is refused for another price than is asked, and for what is not sold", async () => {
    const { token } = await backend.person();
    const create = (fields: object) =>
      backend.post("order/create", { key: randomUUID(), plan: "month", ...price, ...fields }, { token });
    expect(await create({ amount: 498 })).toMatchObject({ status: 409, c: 4096 });
    expect(await create({ currency: "EUR" })).toMatchObject({ status: 422 });
    expect(await create({ plan: "hidden" })).toMatchObject({ status: 404 });
    expect(await create({ plan: "none" })).toMatchObject({ status: 404 });
  });

  test("keeps what it was made with when the plan changes", async () => {
    const { token } = await backend.person();
    await addPlan(backend, { id: "changing" });
    const { number } = await makeOrder(backend, token, { plan: "changing" });
    await backend.db
      .update(plans)
      .set({ prices: { USD: 9999 }, duration: { unit: "day", count: 1 }, texts: {} })
      .where(eq(plans.id, "changing"));
    await backend.post("order/pay", { number, method: "sandbox" }, { token });
    const { d } = await backend.post("sandbox/settle", { number, outcome: "succeed" }, { token });
    expect(d).toMatchObject({
      ...{ state: "paid", price: { amount: 499, currency: "USD" } },
      plan: { name: "One month", duration: { count: 30 } },
      vip_until: later(30 * day).toISOString(),
    });
    await backend.db.delete(plans).where(eq(plans.id, "changing"));
    expect((await backend.get("order/read", `?number=${number}`, { token })).d.plan.name).toBe("One month");
  });

  test("is hidden from other users, in any call", async () => {
    const { token } = await backend.person();
    const { number } = await makeOrder(backend, token);
    const stranger = await backend.person();
    const as = { token: stranger.token };
    expect((await backend.get("order/read", `?number=${number}`, as)).status).toBe(404);
    for (const [name, body] of [
      ["order/pay", { number, method: "sandbox" }],
      ["order/check", { number }],
      ["order/cancel", { number }],
      ["sandbox/settle", { number, outcome: "succeed" }],
    ] as const)
      expect((await backend.post(name, body, as)).status, name).toBe(404);
    expect((await backend.get("order/list", "", as)).d.items).toEqual([]);
  });

  test("is listed latest first, page by page", async () => {
    const { token } = await backend.person();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      backend.clock.set(later(n * 1000));
      made.unshift((await makeOrder(backend, token)).number);
    }
    const first = await backend.get("order/list", "?limit=3", { token });
    const rest = await backend.get("order/list", `?limit=3&cursor=${first.d.next}`, { token });
    const numbers = [...first.d.items, ...rest.d.items].map(({ number }: { number: string }) => number);
    expect(numbers).toEqual(made);
    expect(rest.d.next).toBeNull();
  });
});

describe("paying", () => {
  test("makes a VIP at once, with a receipt; twice pays nothing more", async () => {
    const { token } = await backend.person();
    const order = await payInSandbox(backend, token, "succeed");
    expect(order).toMatchObject({
      ...{ state: "paid", method: "sandbox", late: false, refundDue: null },
      lines: [{ kind: "paid", money: { amount: 499, currency: "USD" }, instrument: "Sandbox •••• 4242" }],
    });
    const info = await backend.post("login/token", { token });
    expect(info.d).toMatchObject({ is_vip: true, vip_until: later(30 * day).toISOString() });
    const { number } = order;
    expect(await backend.post("order/pay", { number, method: "sandbox" }, { token })).toMatchObject({
      ...{ status: 409, c: 4097 },
    });
    expect((await backend.post("order/cancel", { number }, { token })).d.state).toBe("paid");
    await backend.post("order/check", { number }, { token });
    expect(await vipUntil(backend, token)).toBe(later(30 * day).toISOString());
  });

  test("adds to what is left", async () => {
    const { token } = await backend.person();
    await payInSandbox(backend, token, "succeed");
    backend.clock.set(later(10 * day));
    await payInSandbox(backend, token, "succeed");
    expect(await vipUntil(backend, token)).toBe(later(60 * day).toISOString());
  });

  test("refused can be tried again; said nothing of stays pending on every device", async () => {
    const { token } = await backend.person();
    const failed = await payInSandbox(backend, token, "fail");
    expect(failed).toMatchObject({ state: "failed", problem: "declined", lines: [] });
    const { number } = failed;
    await backend.post("order/pay", { number, method: "sandbox" }, { token });
    const stalled = await backend.post("sandbox/settle", { number, outcome: "stall" }, { token });
    expect(stalled.d).toMatchObject({ state: "pending", problem: null });
    expect((await backend.get("membership/read", "", { token })).d.order).toMatchObject({ number });
    const again = await backend.post("order/pay", { number, method: "sandbox" }, { token });
    expect(again.d.order.state).toBe("pending");
    const paid = await backend.post("sandbox/settle", { number, outcome: "succeed" }, { token });
    expect(paid.d.state).toBe("paid");
    expect(await vipUntil(backend, token)).toBe(later(30 * day).toISOString());
  });

  test("late counts, visibly: an order that was over is paid after all", async () => {
    const { token } = await backend.person();
    const order = await payInSandbox(backend, token, "late");
    expect(order.state).toBe("expired");
    expect(await vipUntil(backend, token)).toBeNull();
    backend.clock.set(later(2 * 60_000));
    await backend.reconcile();
    const { d } = await backend.get("order/read", `?number=${order.number}`, { token });
    expect(d).toMatchObject({ state: "paid", late: true });
    expect(await vipUntil(backend, token)).toBe(later(30 * day + 2 * 60_000).toISOString());
  });

  test("twice gives one of them back, visibly", async () => {
    const { token } = await backend.person();
    const order = await payInSandbox(backend, token, "twice");
    // What was paid twice is no part of this order's price.
    expect(order).toMatchObject({ state: "paid", refundDue: null, refunded: { amount: 0, of: 499 } });
    expect(order.lines.map(({ kind, why }) => [kind, why])).toEqual([
      ["paid", null],
      ["paid", null],
      ["refunded", "duplicate"],
    ]);
    expect(await vipUntil(backend, token)).toBe(later(30 * day).toISOString());
  });

  test("given up, and paid all the same: the money goes back and no VIP comes of it", async () => {
    const { token } = await backend.person();
    const { number } = await payInSandbox(backend, token, "stall");
    // Given up on another device while the bank was at it.
    await backend.db.update(orders).set({ state: "cancelled" }).where(eq(orders.number, number));
    const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
    const payments = [{ reference: `${attempt!.id}:1`, at: start.toISOString() }];
    await backend.db
      .update(sandboxPayments)
      .set({ state: "paid", payments })
      .where(eq(sandboxPayments.id, attempt!.id));
    backend.clock.set(later(2 * 60_000));
    await backend.reconcile();
    const { d } = await backend.get("order/read", `?number=${number}`, { token });
    expect(d).toMatchObject({ state: "cancelled", refundDue: null, refunded: null });
    expect(d.lines.map(({ kind, why }: { kind: string; why: string }) => [kind, why])).toEqual([
      ["paid", null],
      ["refunded", "late"],
    ]);
    expect(await vipUntil(backend, token)).toBeNull();
  });

  test("not in time: the order is over, and can be paid no more", async () => {
    const { token } = await backend.person();
    const { number } = await makeOrder(backend, token);
    backend.clock.set(later(day));
    await backend.reconcile();
    expect((await backend.get("order/read", `?number=${number}`, { token })).d.state).toBe("expired");
    const pay = await backend.post("order/pay", { number, method: "sandbox" }, { token });
    expect(pay).toMatchObject({ status: 409, c: 4097 });
  });

  test("a method that is not there is refused", async () => {
    const { token } = await backend.person();
    const { number } = await makeOrder(backend, token);
    expect((await backend.post("order/pay", { number, method: "stripe" }, { token })).status).toBe(422);
  });
});

describe("a guest buys", () => {
  test("and signs up: everything stays", async () => {
    const guest = await makeGuest(backend);
    const { number } = await payInSandbox(backend, guest.token, "succeed");
    const member = await makeMember(backend, "buyer@example.test", guest.token);
    expect(await vipUntil(backend, member.token)).toBe(later(30 * day).toISOString());
    expect((await backend.get("order/read", `?number=${number}`, member)).d.state).toBe("paid");
  });

  test("and signs in to an account that has VIP: the order moves, and the time is added once", async () => {
    const member = await makeMember(backend, "has-vip@example.test");
    await payInSandbox(backend, member.token, "succeed");
    const guest = await makeGuest(backend);
    const { number } = await payInSandbox(backend, guest.token, "succeed");
    const pending = await makeOrder(backend, guest.token);
    const { d } = await signIn(backend, { email: member.email, password, token: guest.token });
    expect(d.info.vip_until).toBe(later(60 * day).toISOString());
    expect((await backend.get("order/read", `?number=${number}`, { token: d.token })).d.state).toBe("paid");
    const mine = await backend.get("membership/read", "", { token: d.token });
    expect(mine.d.order.number).toBe(pending.number);
    expect((await backend.post("login/token", { token: guest.token })).d.is_vip).toBe(false);
    await signIn(backend, { email: member.email, password, token: guest.token });
    expect(await vipUntil(backend, d.token)).toBe(later(60 * day).toISOString());
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
