import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBackgroundTasks } from "../../../api/worker/background-tasks.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder } from "../../setup/payment.ts";
import { startStripe, stripeKeys } from "../../setup/stripe.ts";

/** Two processes on one database. */
let backends: TestBackend[];
const stripe = startStripe(() => new Date());
const asked: string[] = [];
beforeAll(async () => {
  stripe.server.listen({ onUnhandledFrame: "error" });
  stripe.server.events.on("request:start", ({ request }) => {
    if (request.method === "GET") asked.push(new URL(request.url).pathname);
  });
  const first = await startTestBackend({ stripe: stripeKeys });
  backends = [first, await startTestBackend({ stripe: stripeKeys, beside: first })];
  for (const { jobs } of backends) await jobs.ready();
  await addPlan(first);
});
afterAll(async () => {
  for (const backend of backends.toReversed()) await backend.close();
  stripe.server.close();
});

/** Runs the comparison with the provider in both, as their schedule does once in each interval. */
async function runInBoth(questions: number): Promise<void> {
  const errors: unknown[] = [];
  const both = backends.map(({ jobs, reconcile }) => {
    const task = { name: "reconcile", run: reconcile, firstMs: 0, everyMs: 3_600_000 };
    return createBackgroundTasks({ jobs, tasks: [task], onError: (error) => errors.push(error) });
  });
  await Promise.all(both.map((one) => one.start()));
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(questions);
  // Time enough for the other process to ask as well, if it did.
  await pause(2_000);
  await Promise.all(both.map((one) => one.stop(10_000)));
  expect([asked.length, errors]).toEqual([questions, []]);
}

test("an open payment is asked about once in each interval, by one of the processes", async () => {
  const [first] = backends as [TestBackend];
  const { token } = await first.person();
  const { number } = await makeOrder(first, token);
  expect((await first.post("order/pay", { number, method: "stripe" }, { token })).c).toBe(0);
  asked.length = 0;
  await runInBoth(1);
  for (const { clock } of backends) clock.set(new Date(Date.now() + 61_000));
  await runInBoth(2);
});
