import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "../../api/db/rows-of.ts";
import { attempts } from "../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addPlan, makeOrder } from "../setup/payment.ts";
import { startStripe, stripeKeys } from "../setup/stripe.ts";
import { holdPage } from "../setup/stripe-page.ts";

let backend: TestBackend;
const stripe = startStripe(() => backend.clock.now());
beforeAll(async () => {
  stripe.server.listen({ onUnhandledFrame: "error" });
  backend = await startTestBackend({ stripe: stripeKeys });
  await addPlan(backend);
});
afterAll(async () => {
  await backend.close();
  stripe.server.close();
});

/** Resolves once so many of the database's sessions wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(
      async () => {
        const [row] = rowsOf<{ waiting: number }>(
          await backend.db.execute(sql`select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        );
        return row!.waiting;
      },
      { timeout: 10_000 },
    )
    .toBe(count);

test("an attempt that is given up while its page is written down hands out no page", async () => {
  const { token } = await backend.person();
  const { number } = await makeOrder(backend, token);
  const page = holdPage(stripe);
  const paying = backend.post("order/pay", { number, method: "stripe" }, { token });
  await page.made;
  // The cancellation waits first for the row of the attempt, and what writes the page down waits behind it.
  const cancelling = await backend.db.transaction(async (tx) => {
    await tx.select().from(attempts).where(eq(attempts.number, number)).for("update");
    const cancelling = backend.post("order/cancel", { number }, { token });
    await waiting(1);
    page.release();
    await waiting(2);
    return { answer: cancelling };
  });
  expect((await cancelling.answer).d.state).toBe("cancelled");
  expect(await paying).toMatchObject({ status: 409, c: 4097 });
  expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(["expired"]);
  const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
  expect(attempt!.state).toBe("expired");
});
