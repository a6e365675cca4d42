import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attempts } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder, vipUntil } from "../../setup/payment.ts";
import { startStripe, stripeKeys } from "../../setup/stripe.ts";
import { holdPage } from "../../setup/stripe-page.ts";

/** What happens to an order while its payment page is being made. */
const start = new Date("2026-03-01T12:00:00Z");
const hour = 3_600_000;
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
  Object.assign(stripe.state, { away: false, hold: null });
});
afterAll(async () => {
  await backend.close();
  stripe.server.close();
});

const pay = (number: string, token: string, method = "stripe", locale = "en") =>
  backend.post("order/pay", { number, method }, { token, locale });
const cancel = (number: string, token: string) => backend.post("order/cancel", { number }, { token });
const attemptsOf = (number: string) => backend.db.select().from(attempts).where(eq(attempts.number, number));
const sessionOf = (number: string) =>
  [...stripe.sessions.values()].find(({ metadata }) => metadata.number === number)!;

test("an order that is cancelled while its page is made answers no page, and nothing can be paid on it", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  const page = holdPage(stripe);
  const paying = pay(number, token);
  await page.made;
  expect((await cancel(number, token)).d.state).toBe("cancelled");
  page.release();
  expect(await paying).toMatchObject({ status: 409, c: 4097 });
  expect(sessionOf(number).status).toBe("expired");
  expect((await backend.get("order/read", `?number=${number}`, { token })).d.state).toBe("cancelled");
});

test("an order whose time is over while its page is made is expired, with its page", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  backend.clock.set(later(24 * hour - 1_000));
  const page = holdPage(stripe);
  const paying = pay(number, token);
  await page.made;
  backend.clock.set(later(24 * hour));
  await backend.reconcile();
  page.release();
  expect(await paying).toMatchObject({ status: 409, c: 4097 });
  expect(sessionOf(number).status).toBe("expired");
});

test("a page that was paid before it could be closed is found: the money of a cancelled order goes back", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  const page = holdPage(stripe);
  const paying = pay(number, token);
  await page.made;
  await cancel(number, token);
  const payment = stripe.pay(sessionOf(number).id);
  page.release();
  expect(await paying).toMatchObject({ status: 409, c: 4097 });
  expect(await vipUntil(backend, token)).toBeNull();
  await backend.reconcile();
  expect(stripe.leftOf(stripe.intents.get(payment)!)).toBe(0);
});

test("a page that could not be closed is followed: what is paid on it of an expired order counts, as late", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  const page = holdPage(stripe);
  const paying = pay(number, token);
  await page.made;
  backend.clock.set(later(24 * hour));
  await backend.reconcile();
  // The answer that made it still comes, and nothing after it.
  stripe.state.away = true;
  page.release();
  expect(await paying).toMatchObject({ status: 409, c: 4097 });
  const told = backend.bugs.splice(0).map((bug) => (bug as { type?: string }).type);
  expect(new Set(told)).toEqual(new Set(["StripeConnectionError"]));
  stripe.state.away = false;
  const payment = stripe.pay(sessionOf(number).id);
  backend.clock.set(later(25 * hour));
  await backend.reconcile();
  const { d: order } = await backend.get("order/read", `?number=${number}`, { token });
  expect(order).toMatchObject({ state: "paid", late: true });
  expect(stripe.leftOf(stripe.intents.get(payment)!)).toBe(499);
});

test("cancelled the moment its page was handed out, the page is closed all the same", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  // Both begin at once, over and over: whichever comes first, no open page is left behind a cancelled order.
  const [paid, given] = await Promise.all([pay(number, token), cancel(number, token)]);
  const { d: order } = await backend.get("order/read", `?number=${number}`, { token });
  const session = sessionOf(number) as ReturnType<typeof sessionOf> | undefined;
  expect(given.d.state).toBe("cancelled");
  expect(order.state).toBe("cancelled");
  expect(session?.status ?? "none").not.toBe("open");
  expect([0, 4097, 404]).toContain(paid.c);
  expect((await attemptsOf(number)).filter(({ state }) => state === "open")).toEqual([]);
});

test("a page of a method that was left for another one is closed, and the order goes on by the other", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  const page = holdPage(stripe);
  const paying = pay(number, token);
  await page.made;
  expect((await pay(number, token, "sandbox")).d.order).toMatchObject({
    state: "pending",
    method: "sandbox",
  });
  page.release();
  expect(await paying).toMatchObject({ status: 409 });
  expect(sessionOf(number).status).toBe("expired");
  expect((await backend.get("order/read", `?number=${number}`, { token })).d).toMatchObject({
    ...{ state: "pending", method: "sandbox" },
  });
});

test("two pages that are made at once, in two languages, are one: the other is closed", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  const page = holdPage(stripe);
  const paying = pay(number, token);
  await page.made;
  const german = await pay(number, token, "stripe", "de");
  page.release();
  const english = await paying;
  expect(english.d.redirect).toBe(german.d.redirect);
  const open = [...stripe.sessions.values()].filter(
    ({ metadata, status }) => metadata.number === number && status === "open",
  );
  expect(open.map(({ id }) => `https://checkout.stripe.com/c/${id}`)).toEqual([german.d.redirect]);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
