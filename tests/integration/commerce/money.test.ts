import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  attempts,
  codes,
  gifts,
  membershipEvents,
  orders,
  paymentLines,
  redemptions,
  refunds,
  users,
} from "../../../api/db/schema.ts";
import { foldMembership, leftMs, vipEndsOf } from "../../../api/domain/commerce/membership/fold.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder } from "../../setup/payment.ts";
import { startStripe, stripeKeys } from "../../setup/stripe.ts";
import { sendHook } from "../../setup/stripe-hook.ts";

const start = new Date("2026-03-01T12:00:00Z");
const hour = 3_600_000;
const monthS = 30 * 86_400;

let backend: TestBackend;
let editor: string;
const stripe = startStripe(() => backend.clock.now());
beforeAll(async () => {
  stripe.server.listen({ onUnhandledFrame: "error" });
  backend = await startTestBackend({ stripe: stripeKeys });
  backend.clock.set(start);
  await addPlan(backend);
  await addPlan(backend, { id: "gold", tier: 2 });
  editor = (await backend.person({ admin: 2 })).token;
  for (const [code, percent] of [
    ["QUARTER", 25],
    ["ALL-OF-IT", 100],
  ] as const) {
    const body = {
      ...{ key: randomUUID(), code, name: code, value: { kind: "percent", percent }, uses: null },
      ...{ startsAt: null, endsAt: null, oncePerAccount: false, firstOnly: false },
    };
    expect((await backend.post("z/coupon/create", body, { token: editor })).c).toBe(0);
  }
});
afterAll(async () => {
  await backend.close();
  stripe.server.close();
});

/** What can happen to a buyer; `which` picks an order, `size` an amount or a time. */
const kinds = [
  ...["order", "begin", "pay", "pay", "hook", "hook", "check", "cancel", "tab"],
  ...["refund", "dashboard", "refuse", "allow", "away", "back", "wait", "reconcile", "both"],
  ...["dispute", "lose", "lose", "win", "tell", "bounce"],
  ...["coupon", "coupon", "free", "uncoupon", "gift", "gift", "gold", "gold", "redeem", "redeem"],
] as const;
const action = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(3),
  size: fc.integer({ min: 1, max: 499 }),
});
type Action = { kind: (typeof kinds)[number]; which: number; size: number };

const isGone = (source: string) => source === "refund" || source === "dispute";

/** One person, and what happens to them. */
function createBuyer(token: string) {
  const numbers: string[] = [];
  const sessionsOf = async (number: string) =>
    (
      await backend.db
        .select()
        .from(attempts)
        .where(eq(attempts.number, number))
        .orderBy(asc(attempts.createdAt))
    ).flatMap(({ reference }) => reference ?? []);
  const completed = (id: string) => ({ type: "checkout.session.completed", object: { id } });
  const as = { token };
  const pay = (id: string) => {
    if (stripe.sessions.get(id)!.status === "open") stripe.pay(id);
  };

  async function happen({ kind, which, size }: Action): Promise<unknown> {
    if (numbers.length === 0 || kind === "order" || kind === "gift" || kind === "gold") {
      // Gold is the second tier, as a gift as well.
      const isGift = kind === "gift" || (kind === "gold" && which === 0);
      const plan = kind === "gold" || (isGift && size % 2 === 0) ? "gold" : "month";
      const { number } = await makeOrder(backend, token, { plan, ...(isGift && { gift: {} }) });
      return numbers.push(number);
    }
    const number = numbers[which % numbers.length]!;
    const sessions = await sessionsOf(number);
    const session = sessions[size % Math.max(1, sessions.length)];
    switch (kind) {
      case "begin":
        return backend.post("order/pay", { number, method: "stripe" }, as);
      case "tab": {
        // A second page to pay on, as an older tab may have open.
        if (!session) return;
        const copy = { ...stripe.sessions.get(session)!, id: `cs_test_${randomUUID()}` };
        Object.assign(copy, { status: "open", payment_status: "unpaid", payment_intent: null });
        stripe.sessions.set(copy.id, copy);
        const row = { id: randomUUID(), number, method: "stripe" as const, state: "open" as const };
        return backend.db
          .insert(attempts)
          .values({ ...row, reference: copy.id, createdAt: backend.clock.now() });
      }
      case "pay":
        return session && pay(session);
      case "hook":
        return session && sendHook(backend, completed(session));
      case "both":
        if (session) pay(session);
        return Promise.all([
          session && sendHook(backend, completed(session)),
          session && sendHook(backend, completed(session)),
          backend.post("order/cancel", { number }, as),
          backend.post("order/check", { number }, as),
        ]);
      case "coupon":
      case "free":
      case "uncoupon": {
        const code = { coupon: "QUARTER", free: "ALL-OF-IT", uncoupon: null }[kind];
        return backend.post("order/coupon", { number, code }, as);
      }
      case "redeem": {
        const { d } = await backend.get("gift/read", `?number=${number}`, as);
        return d?.code && backend.post("voucher/redeem", { code: d.code }, as);
      }
      case "check":
        return backend.post("order/check", { number }, as);
      case "cancel":
        return backend.post("order/cancel", { number }, as);
      case "refund": {
        const body = { number, key: randomUUID(), amount: size, reason: "asked for it" };
        return backend.post("z/order/refund", body, { token: editor });
      }
      case "dashboard": {
        const intent = session && stripe.sessions.get(session)!.payment_intent;
        const left = intent ? stripe.leftOf(stripe.intents.get(intent)!) : 0;
        if (intent && left > 0) stripe.refund(intent, Math.min(left, size));
        return;
      }
      case "bounce": {
        const intent = session && stripe.sessions.get(session)!.payment_intent;
        return intent && stripe.bounce(intent);
      }
      case "dispute": {
        const intent = session && stripe.sessions.get(session)!.payment_intent;
        const most = intent ? stripe.intents.get(intent)!.amount_received : 0;
        return intent && stripe.dispute(intent, Math.min(most, size + which * 150));
      }
      case "lose":
      case "win":
      case "tell": {
        const intents = sessions.map((id) => stripe.sessions.get(id)!.payment_intent);
        const mine = stripe.disputes.filter((one) => intents.includes(one.payment_intent));
        const dispute = mine[size % Math.max(1, mine.length)];
        if (!dispute) return;
        const { id, payment_intent } = dispute;
        // What is lost may be won on appeal; what is won stays so.
        if (kind !== "tell" && dispute.status !== "won") stripe.decide(id, kind === "win" ? "won" : "lost");
        const object = { id, object: "dispute", payment_intent };
        return kind === "tell" && sendHook(backend, { type: "charge.dispute.updated", object });
      }
      case "refuse":
        return (stripe.state.refunds = "refused");
      case "allow":
        return (stripe.state.refunds = "succeeded");
      case "away":
        return (stripe.state.away = true);
      case "back":
        return (stripe.state.away = false);
      case "wait":
        return backend.clock.set(new Date(backend.clock.now().getTime() + (size % 30) * hour));
      case "reconcile":
        return backend.reconcile();
    }
  }
  return { happen, numbers };
}

/** Everything answers again, and a day and some passes: whatever was missed is caught up with. */
async function settle() {
  Object.assign(stripe.state, { away: false });
  for (let turn = 0; turn < 3; turn++) {
    backend.clock.set(new Date(backend.clock.now().getTime() + 25 * hour));
    await backend.reconcile();
    await backend.watchDisputes();
  }
}

/** The code that a gift became, and the order of its redemption. */
async function giftOf(number: string) {
  const [gift] = await backend.db.select().from(gifts).where(eq(gifts.number, number));
  const [code] = await backend.db.select().from(codes).where(eq(codes.hash, gift!.hash));
  const [used] = await backend.db.select().from(redemptions).where(eq(redemptions.hash, gift!.hash));
  return { code, redeemed: used?.number };
}

async function expectNothingLost(uid: string, numbers: string[]) {
  // Stripe's books and ours are the same, of everybody so far.
  const all = await backend.db.select().from(paymentLines);
  const sum = (kind: string, lines = all) =>
    lines.reduce((total, line) => (line.kind === kind ? total + line.amount : total), 0);
  const gone = (lines: typeof all) => sum("refunded", lines) - sum("reinstated", lines);
  expect({ paid: sum("paid"), refunded: gone(all) }).toEqual(stripe.books());
  expect(await backend.db.select().from(refunds).where(eq(refunds.state, "waiting"))).toEqual([]);

  const events = await backend.db
    .select()
    .from(membershipEvents)
    .where(eq(membershipEvents.uid, uid))
    .orderBy(asc(membershipEvents.seq));
  const [user] = await backend.db.select().from(users).where(eq(users.uid, uid));
  expect([user!.vipUntil, user!.vip2Until, user!.vip3Until]).toEqual(vipEndsOf(foldMembership(events)));
  let bought = 0;
  for (const number of numbers) {
    const lines = all.filter((line) => line.number === number);
    const payments = lines.filter(({ kind }) => kind === "paid");
    const [order] = await backend.db.select().from(orders).where(eq(orders.number, number));
    const owed = await backend.db.select().from(refunds).where(eq(refunds.number, number));
    const extra = new Set(owed.filter(({ why }) => why !== "requested").map((one) => one.payment));
    const keeping = payments.filter(({ reference }) => !extra.has(reference));
    // At most one payment buys; each other one went back, or was credited: never both, never neither.
    expect(keeping.length).toBe(order!.paidAt ? 1 : 0);
    for (const { reference, amount } of payments.filter((one) => extra.has(one.reference))) {
      const of = lines.filter((line) => line.payment === reference);
      expect(gone(of) >= amount || sum("credited", of) === amount).toBe(true);
    }
    // What was bought cost what its coupon leaves of the price.
    const left = { QUARTER: 374, "ALL-OF-IT": 0 }[order!.couponCode ?? ""] ?? 499;
    expect(order!.amount).toBe(left);
    for (const { amount } of keeping) expect(amount).toBeGreaterThanOrEqual(left);
    const gift = order!.gift ? await giftOf(number) : null;
    if (gift) expect(gift.code !== undefined).toBe(order!.paidAt !== null);
    const times = (gift ? 0 : keeping.length) + lines.filter(({ kind }) => kind === "credited").length;
    if (gift?.redeemed)
      expect(events.filter(({ sourceId }) => sourceId === gift.redeemed)).toMatchObject([
        { source: "voucher", seconds: monthS },
      ]);
    const given = events.filter(({ source, sourceId }) => source === "order" && sourceId.startsWith(number));
    expect(given.map(({ seconds }) => seconds)).toEqual(Array(times).fill(monthS));
    // All of its time, also what went and came back, is of the tier that it sells.
    const ofOrder = events.filter(
      (one) => one.sourceId.startsWith(number) || one.sourceId === gift?.redeemed,
    );
    const takes = ofOrder.filter(({ kind, source }) => kind === "shorten" || !isGone(source));
    expect(new Set(takes.map(({ tier }) => tier))).toEqual(
      new Set(takes.length > 0 ? [order!.plan.tier] : []),
    );
    bought += times;
    // What went back of the money took its share of the time, to the second; what came back of it returned.
    const of = (reference: string) => lines.filter((line) => line.payment === reference);
    const back = lines.filter(({ kind }) => kind === "reinstated").map(({ reference }) => reference);
    const moved = events.filter(({ source, sourceId }) => isGone(source) && sourceId.startsWith(number));
    const taken = moved.filter(
      ({ kind, sourceId }) => kind === "shorten" && !back.some((one) => sourceId === `${number}:${one}`),
    );
    const lent = gift && !gift.redeemed ? [] : keeping;
    const shares = [...lent, ...lines.filter(({ kind }) => kind === "credited")].map(({ payment, amount }) =>
      amount === 0 ? 0 : Math.floor(monthS * Math.min(1, gone(of(payment)) / amount)),
    );
    const total = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
    const over = total(taken.map(({ seconds }) => seconds!)) - total(shares);
    // Two shares that were taken one after the other are each cut to the second.
    expect(Math.abs(over)).toBeLessThanOrEqual(back.length);
    for (const { sourceId } of moved.filter(({ kind }) => kind === "shorten")) {
      const returned = moved.filter(
        (one) => one.kind === "extend" && one.sourceId.startsWith(`${sourceId}:back`),
      );
      if (returned.length === 0) continue;
      const at = events.findIndex((one) => isGone(one.source) && one.sourceId === sourceId);
      const leftS = (lines: typeof events) => leftMs(foldMembership(lines)[0]!, events[at]!.at) / 1000;
      const lostS = leftS(events.slice(0, at)) - leftS(events.slice(0, at + 1));
      expect(Math.abs(total(returned.map((one) => one.seconds!)) - lostS)).toBeLessThanOrEqual(1);
    }
    const [kept] = keeping;
    const isBack = kept !== undefined && kept.amount > 0 && gone(of(kept.reference)) >= kept.amount;
    expect(order!.state === "refunded").toBe(isBack);
    // A gift whose payment went back can't be redeemed, and any other one can.
    if (gift?.code && !gift.redeemed) expect(gift.code.revokedAt !== null).toBe(isBack);
  }
  expect(events.filter(({ source }) => source === "order")).toHaveLength(bought);
}

test("no sequence of events makes money or VIP time appear or vanish", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
      const { uid, token } = await backend.person();
      const buyer = createBuyer(token);
      for (const one of actions) await buyer.happen(one);
      await settle();
      await expectNothingLost(uid, buyer.numbers);
      Object.assign(stripe.state, { refunds: "succeeded" });
    }),
    { numRuns: 20, endOnFailure: true },
  );
  // A provider that is away is told to the operator, and is the only thing that was.
  for (const bug of backend.bugs) expect((bug as { type?: string }).type).toMatch(/^Stripe/);
}, 120_000);
