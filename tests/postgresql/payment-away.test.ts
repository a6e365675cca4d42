import { afterAll, beforeAll, expect, test } from "vitest";
import { wireTo } from "../setup/wire.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addPlan, makeOrder } from "../setup/payment.ts";
import { startStripe, stripeKeys } from "../setup/stripe.ts";
import { sendHook } from "../setup/stripe-hook.ts";

let wire: Awaited<ReturnType<typeof wireTo>>;
let backend: TestBackend;
const stripe = startStripe(() => new Date());
beforeAll(async () => {
  stripe.server.listen({ onUnhandledFrame: "bypass" });
  wire = await wireTo(new URL(process.env.TEST_DATABASE_URL!));
  backend = await startTestBackend({ server: wire.url, deadlineMs: 1_500, stripe: stripeKeys });
  await addPlan(backend);
});
afterAll(async () => {
  await backend.close();
  await wire.close();
  stripe.server.close();
});

test("paid while the database is away: its person is told the truth, and the order is paid when it is back", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  const { d } = await backend.post("order/pay", { number, method: "stripe" }, { token });
  const session = (d.redirect as string).split("/").at(-1)!;

  wire.cut();
  stripe.pay(session);
  // Stripe is told to retry, and the user that the result is not known yet: neither failed nor paid.
  const hook = await sendHook(backend, { type: "checkout.session.completed", object: { id: session } });
  expect(hook.status).toBe(503);
  expect(await backend.post("order/check", { number }, { token })).toMatchObject({ status: 503, c: 503 });

  wire.mend();
  // A new connection takes a moment, and the job comes again anyway: it asks Stripe, which was never told to come back.
  await expect
    .poll(async () => (await backend.reconcile().catch(() => null)) !== null, { timeout: 20_000 })
    .toBe(true);
  const order = await backend.get("order/read", `?number=${number}`, { token });
  expect(order.d).toMatchObject({ state: "paid", lines: [{ kind: "paid" }] });
  expect((await backend.post("login/token", { token })).d.is_vip).toBe(true);
  expect(stripe.books()).toEqual({ paid: 499, refunded: 0 });
});
