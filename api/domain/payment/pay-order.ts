import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import { attempts, orders, subscriptions } from "../../db/schema.ts";
import type { PaymentProvider } from "../../ports/payment.ts";
import { Failure, invalidField } from "../failure.ts";
import type { User } from "../identity/session.ts";
import { withOrder } from "./lock-order.ts";
import { isWaiting, ownOrder, priceOf, tellOne, wordsOf, type OrderRow } from "./order-row.ts";
import { providerOf, type PaymentDeps } from "./payment-deps.ts";
import { performRefunds } from "./perform-refunds.ts";
import { settleAttempt } from "./settle.ts";

type AttemptRow = typeof attempts.$inferSelect;
type Asked = { number: string; user: User; locale: Locale; now: Date };

/**
 * Begins to pay an order, or goes on with the attempt that is under way by the same method. The attempt is written down
 * before the provider is asked, and its id is the provider's key: whoever dies in between, asking again makes no second
 * payment. Another method first closes the attempts by the one before.
 * @throws Failure not_found · order_closed · invalid for a method that is not there · already_subscribed ·
 *   payment_away where the provider can't be reached
 */
export async function payOrder(
  deps: PaymentDeps,
  { number, method, user, locale, now }: Asked & Pick<ParsedOf<"order/pay">, "method">,
): Promise<OutputOf<"order/pay">> {
  const order = await ownOrder(deps.db, { number, uid: user.uid });
  const provider = providerOf(deps, method);
  if (!provider) throw invalidField("method", "choice");
  if (order.plan.renews && provider.renews && isWaiting(order)) await refuseSecond(deps, user.uid);
  for (const other of await openAttempts(deps, number))
    if (other.method !== method) await closeAttempt(deps, { attempt: other, now });
  const attempt = await claimAttempt(deps, { number, method, uid: user.uid, now });
  const { reference, url } = attempt.reference
    ? { reference: attempt.reference, url: attempt.url }
    : await begin({ attempt, order, provider, user, locale });
  await withOrder(deps.db, number, async (tx, current) => {
    await tx.update(attempts).set({ reference, url }).where(eq(attempts.id, attempt.id));
    if (isWaiting(current))
      await tx
        .update(orders)
        .set({ state: "pending", method, problem: null })
        .where(eq(orders.number, number));
  });
  return { order: await tellOrder(deps, { number, user, locale }), redirect: url };
}

async function refuseSecond({ db }: PaymentDeps, uid: string): Promise<void> {
  const live = await db
    .select({ state: subscriptions.state, cancelled: subscriptions.cancelled })
    .from(subscriptions)
    .where(eq(subscriptions.uid, uid));
  if (live.some(({ state, cancelled }) => state !== "ended" && !cancelled))
    throw new Failure("already_subscribed");
}

/** The attempt that is open, or a new one. @throws Failure order_closed */
async function claimAttempt(
  deps: PaymentDeps,
  { number, method, uid, now }: { number: string; method: AttemptRow["method"]; uid: string; now: Date },
): Promise<AttemptRow> {
  return withOrder(deps.db, number, async (tx, order) => {
    if (order.uid !== uid) throw new Failure("not_found");
    if (!isWaiting(order) || order.expiresAt <= now) throw new Failure("order_closed");
    const [open] = await tx
      .select()
      .from(attempts)
      .where(and(...[eq(attempts.number, number), eq(attempts.state, "open"), eq(attempts.method, method)]));
    if (open) return open;
    const attempt = { id: randomUUID(), number, method, state: "open" as const, createdAt: now };
    const [made] = await tx.insert(attempts).values(attempt).returning();
    return made!;
  });
}

function begin(given: {
  attempt: AttemptRow;
  order: OrderRow;
  provider: PaymentProvider;
  user: User;
  locale: Locale;
}) {
  const { attempt, order, provider, user, locale } = given;
  const { plan, number, expiresAt } = order;
  return provider.begin({
    ...{ attempt: attempt.id, number, name: wordsOf(plan, locale).name, money: priceOf(order)! },
    ...{ renews: plan.renews && provider.renews ? plan.duration : null, email: user.email },
    ...{ createdAt: attempt.createdAt, expiresAt },
  });
}

/** Attempts of an order that may still be paid. */
export function openAttempts({ db }: PaymentDeps, number: string): Promise<AttemptRow[]> {
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.number, number), eq(attempts.state, "open")));
}

/** Closes an attempt at its provider, and takes in what became of it: it may have been paid a moment ago. */
async function closeAttempt(deps: PaymentDeps, { attempt, now }: { attempt: AttemptRow; now: Date }) {
  if (attempt.reference) {
    await providerOf(deps, attempt.method)?.close(attempt.reference);
    return settleAttempt(deps, { id: attempt.id, now });
  }
  await deps.db
    .update(attempts)
    .set({ state: "expired" })
    .where(and(eq(attempts.id, attempt.id), isNull(attempts.reference)));
}

/**
 * Asks the provider about an order's open attempts, and gives back what was paid beyond it. With the provider away, the
 * order is answered as it is known: who waits goes on waiting.
 * @throws Failure not_found
 */
export async function checkOrder(deps: PaymentDeps, asked: Asked) {
  const { number, user, now } = asked;
  await ownOrder(deps.db, { number, uid: user.uid });
  await settleOrder(deps, { number, now });
  return tellOrder(deps, asked);
}

/**
 * Asks about every open attempt of an order.
 * @param also ids of attempts that have ended
 * @returns whether the provider could be reached
 */
export async function settleOrder(
  deps: PaymentDeps,
  { number, now, also = [] }: { number: string; now: Date; also?: string[] },
): Promise<boolean> {
  try {
    const open = (await openAttempts(deps, number)).map(({ id }) => id);
    for (const id of [...open, ...also]) await settleAttempt(deps, { id, now });
    return (await performRefunds(deps, { number, now })) === 0;
  } catch (error) {
    if (error instanceof Failure && error.code === "payment_away") return false;
    throw error;
  }
}

/**
 * Gives an order up. What is paid meanwhile is found when its attempt is closed, and then it is paid.
 * @throws Failure not_found · payment_away where a payment is under way and its provider can't be reached
 */
export async function cancelOrder(deps: PaymentDeps, asked: Asked) {
  const { number, user, now } = asked;
  await ownOrder(deps.db, { number, uid: user.uid });
  for (const attempt of await openAttempts(deps, number)) await closeAttempt(deps, { attempt, now });
  await withOrder(deps.db, number, async (tx, order) => {
    if (isWaiting(order))
      await tx.update(orders).set({ state: "cancelled" }).where(eq(orders.number, number));
  });
  return tellOrder(deps, asked);
}

export async function tellOrder(
  { db }: PaymentDeps,
  { number, user, locale }: Pick<Asked, "number" | "user" | "locale">,
) {
  return tellOne(db, await ownOrder(db, { number, uid: user.uid }), locale);
}
