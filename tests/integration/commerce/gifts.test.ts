import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts, codeBatches, codes, gifts, users } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder, vipUntil } from "../../setup/payment.ts";
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
  await addPlan(backend, { id: "renewing", renews: true, position: 2 });
});
beforeEach(async () => {
  backend.clock.set(start);
  editor = (await backend.person({ admin: 2 })).token;
});
afterAll(async () => {
  await backend.close();
  stripe.server.close();
});

const read = async (number: string, token: string) =>
  (await backend.get("gift/read", `?number=${number}`, { token })).d;
const redeem = (code: string, token: string) => backend.post("voucher/redeem", { code }, { token });
const refund = (number: string, amount?: number) =>
  backend.post(
    "z/order/refund",
    { number, key: randomUUID(), reason: "asked for it", ...(amount && { amount }) },
    { token: editor },
  );

/** A gift on its way to Stripe's page, and its payment. */
async function order(token: string, wishes: object = {}, fields: object = {}) {
  const { number } = await makeOrder(backend, token, { gift: wishes, ...fields });
  await backend.post("order/pay", { number, method: "stripe" }, { token });
  const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
  return { number, session: attempt!.reference! };
}
const tell = (session: string) =>
  sendHook(backend, { type: "checkout.session.completed", object: { id: session } });

/** A gift that is paid. */
async function give(token: string, wishes: object = {}) {
  const { number, session } = await order(token, wishes);
  const payment = stripe.pay(session);
  await tell(session);
  return { number, session, payment, code: (await read(number, token)).code as string };
}

test("a gift has one code once it is paid, however often that is told, and gives its buyer nothing", async () => {
  const { uid, token } = await backend.person();
  const { number, session } = await order(token, { message: "Enjoy" }, { plan: "renewing" });
  expect(stripe.state.made.at(-1)).toMatchObject({ mode: "payment" });
  expect(await read(number, token)).toMatchObject({ state: "unpaid", code: null, message: "Enjoy" });
  stripe.pay(session);
  await Promise.all([tell(session), tell(session), tell(session)]);
  await tell(session);
  await backend.reconcile();
  const { code, state } = await read(number, token);
  expect(state).toBe("ready");
  expect(await backend.db.select().from(codeBatches).where(eq(codeBatches.giftOf, number))).toHaveLength(1);
  expect(await backend.db.select().from(codes)).toHaveLength(1);
  const { d: told } = await backend.get("order/read", `?number=${number}`, { token });
  expect(told).toMatchObject({ gift: true, state: "paid", vip_until: null, plan: { renews: false } });
  const [buyer] = await backend.db.select().from(users).where(eq(users.uid, uid));
  expect(buyer!.vipUntil).toBeNull();

  const stranger = await backend.person();
  expect(await backend.get("gift/read", `?number=${number}`, { token: stranger.token })).toMatchObject({
    status: 404,
  });
  expect((await redeem(code, stranger.token)).c).toBe(0);
  expect(await vipUntil(backend, stranger.token)).toBe(later(30 * day).toISOString());
  expect((await redeem(code, token)).c).toBe(4225);
  expect((await read(number, token)).state).toBe("redeemed");
});

test("wishes that can't be met are refused, and a form that is sent again with others is another order", async () => {
  const { token } = await backend.person();
  const key = randomUUID();
  const send = (gift: object, more: object = {}) =>
    backend.post(
      "order/create",
      { key: randomUUID(), plan: "month", currency: "USD", amount: 499, gift, ...more },
      { token },
    );
  const email = "friend@example.test";
  for (const [wishes, field] of [
    [{ deliverOn: "2026-04-01" }, "gift.email"],
    [{ email, deliverOn: "2026-02-01" }, "gift.deliverOn"],
    [{ email, deliverOn: "2028-02-01" }, "gift.deliverOn"],
    [{ email: "nobody" }, "gift.email"],
    [{ message: "x".repeat(301) }, "gift.message"],
  ] as const)
    expect(await send(wishes)).toMatchObject({ c: 422, d: { issues: [{ field }] } });
  const first = await send({ email }, { key });
  expect((await send({ email }, { key })).d.number).toBe(first.d.number);
  expect(await send({ email, message: "Hi" }, { key })).toMatchObject({ c: 4094 });
});

test("its mail comes once, on its day, with the message as text, and not for what is refunded or redeemed", async () => {
  const buyer = await backend.person({ name: "Ada & Co" });
  const wishes = (name: string, more: object = {}) => ({ email: `${name}@gift.test`, ...more });
  const now = await give(buyer.token, wishes("now", { message: "<b>Hi</b>\nyou" }));
  await give(buyer.token, wishes("later", { deliverOn: "2026-03-05" }));
  const back = await give(buyer.token, wishes("back", { deliverOn: "2026-03-05" }));
  const used = await give(buyer.token, wishes("used", { deliverOn: "2026-03-05" }));
  await refund(back.number);
  await redeem(used.code, (await backend.person()).token);
  const sent = async () =>
    (await backend.mails()).flatMap(({ to }) => (to.endsWith("@gift.test") ? [to] : []));
  expect(await Promise.all([backend.sendGifts(), backend.sendGifts()])).toContain(1);
  expect(await sent()).toEqual(["now@gift.test"]);
  const [mail] = (await backend.mails()).filter(({ to }) => to === "now@gift.test");
  expect(mail!.text).toContain(now.code);
  expect(mail!.text).toContain("Ada & Co");
  expect(mail!.html).toContain("&lt;b&gt;Hi&lt;/b&gt;");
  expect((await read(now.number, buyer.token)).mailedAt).toBe(start.toISOString());
  backend.clock.set(later(3.6 * day));
  await backend.sendGifts();
  await backend.sendGifts();
  expect(await sent()).toEqual(["now@gift.test", "later@gift.test"]);
});

describe("a refund", () => {
  test("of all revokes the code, which counts again if the money returns", async () => {
    const { token } = await backend.person();
    const { number, payment, code } = await give(token);
    const taker = await backend.person();
    expect((await refund(number)).d.state).toBe("refunded");
    expect(await redeem(code, taker.token)).toMatchObject({ c: 4227 });
    expect((await read(number, token)).state).toBe("revoked");
    stripe.bounce(payment);
    await sendHook(backend, { type: "charge.refund.updated", object: { payment_intent: payment } });
    expect((await read(number, token)).state).toBe("ready");
    expect((await redeem(code, taker.token)).c).toBe(0);
  });

  test("of what was redeemed takes the time of who redeemed it, in proportion", async () => {
    const { token } = await backend.person();
    const { number, code } = await give(token);
    const taker = await backend.person();
    await redeem(code, taker.token);
    await refund(number, 250);
    const share = Math.floor((30 * day * 250) / 499 / 1000) * 1000;
    expect(await vipUntil(backend, taker.token)).toBe(later(30 * day - share).toISOString());
    await refund(number);
    expect(await vipUntil(backend, taker.token)).toBe(start.toISOString());
    const told = await backend.get("z/order/read", `?number=${number}`, { token: editor });
    expect(told.d.giftOf).toMatchObject({ state: "redeemed", redeemedBy: expect.any(String) as string });
  });

  test("of a part before it is redeemed makes the gift smaller", async () => {
    const { token } = await backend.person();
    const { number, payment, code } = await give(token);
    await refund(number, 250);
    const taker = await backend.person();
    await redeem(code, taker.token);
    const share = Math.floor((30 * day * 250) / 499 / 1000) * 1000;
    expect(await vipUntil(backend, taker.token)).toBe(later(30 * day - share).toISOString());
    stripe.bounce(payment);
    await sendHook(backend, { type: "charge.refund.updated", object: { payment_intent: payment } });
    expect(await vipUntil(backend, taker.token)).toBe(later(30 * day).toISOString());
  });

  test("at the moment it is redeemed counts before or after, and never both or neither", async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { token } = await backend.person();
      const { number, code } = await give(token);
      const taker = await backend.person();
      const [redeemed, refunded] = await Promise.all([redeem(code, taker.token), refund(number)]);
      expect(refunded).toMatchObject({ c: 0, d: { state: "refunded" } });
      const until = await vipUntil(backend, taker.token);
      expect([until, redeemed.c]).toEqual(redeemed.c === 0 ? [start.toISOString(), 0] : [null, 4227]);
    }
  });
});

test("a buyer who leaves is forgotten, and whom a gift is for once it has its mail", async () => {
  const email = `${randomUUID()}@left.test`;
  const { token, uid } = await backend.person({ email });
  const sent = await give(token, { email: "sent@gift.test", message: "Hi" });
  await backend.sendGifts();
  const waiting = await give(token, { email: "waiting@gift.test", deliverOn: "2026-03-05" });
  const { deleteAccount } = await import("../../../api/domain/use-cases/delete-account.ts");
  const [user] = await backend.db.select().from(users).where(eq(users.uid, uid));
  const identity = { confirmOwner: async () => ({ erase: async () => {} }) } as never;
  const deps = { db: backend.db, identity, storage: null as never, artwork: null as never };
  await deleteAccount(deps, { user: user!, password: undefined, proof: undefined, now: start });
  const left = async (number: string) =>
    (await backend.db.select().from(gifts).where(eq(gifts.number, number)))[0]!;
  expect(await left(sent.number)).toMatchObject({ email: null, message: null });
  expect(await left(waiting.number)).toMatchObject({ email: "waiting@gift.test" });
  backend.clock.set(later(4 * day));
  await backend.sendGifts();
  expect((await backend.mails()).map(({ to }) => to)).toContain("waiting@gift.test");
  expect(await left(waiting.number)).toMatchObject({ email: null });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
