import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { attempts, orders, subscriptions } from "../../../db/schema.ts";
import type { PaymentProvider } from "../../../ports/payment.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { closeUnwanted, onceClosed, openAttempts, type AttemptRow } from "./close-attempts.ts";
import { withOrder } from "./lock-order.ts";
import { isWaiting, moneyOf, ownOrder, priceOf, tellOne, wordsOf, type OrderRow } from "./order-row.ts";
import { providerOf, type PaymentDeps } from "./payment-deps.ts";
import { performRefunds } from "./perform-refunds.ts";
import { settleAttempt } from "./settle.ts";

type Asked = { number: string; user: User; locale: Locale; now: Date };

/**
 * Starts to pay an order, or continues the open attempt of the same method. The attempt is recorded before the provider
 * is asked, and its id is the provider's idempotency key: after a crash in between, asking again creates no second
 * payment. Switching the method first closes the attempts of the other method.
 * @throws Failure not_found · order_closed · invalid for an unknown method · already_subscribed · payment_away if the
 *   provider can't be reached
 */
export async function payOrder(
  deps: PaymentDeps,
  { number, method, user, locale, now }: Asked & Pick<ParsedOf<"order/pay">, "method">,
): Promise<OutputOf<"order/pay">> {
  const seen = await ownOrder(deps.db, { number, uid: user.uid });
  const provider = providerOf(deps, method);
  if (!provider) throw invalidField("method", "choice");
  if (seen.plan.renews && provider.renews && isWaiting(seen)) await refuseSecond(deps, user.uid);
  const { attempt, order } = await claimAttempt(deps, { number, method, uid: user.uid, now });
  const { reference, url } = attempt.reference
    ? { reference: attempt.reference, url: attempt.url }
    : await begin({ attempt, order, provider, user, locale });
  const kept = await keepPage(deps, { attempt, reference, url });
  if (!attempt.reference && kept?.reference !== reference)
    await closeUnwanted(deps, { attempt: { ...attempt, reference }, now });
  if (!kept) throw new Failure("order_closed");
  return { order: await tellOrder(deps, { number, user, locale }), redirect: kept.url };
}

async function refuseSecond({ db }: PaymentDeps, uid: string): Promise<void> {
  const live = await db
    .select({ state: subscriptions.state, cancelled: subscriptions.cancelled })
    .from(subscriptions)
    .where(eq(subscriptions.uid, uid));
  if (live.some(({ state, cancelled }) => state !== "ended" && !cancelled))
    throw new Failure("already_subscribed");
}

/**
 * The open attempt, or a new one once other methods have no open attempt, and the order with the price that it is for.
 * @throws Failure order_closed
 */
async function claimAttempt(
  deps: PaymentDeps,
  { number, method, uid, now }: { number: string; method: AttemptRow["method"]; uid: string; now: Date },
): Promise<{ attempt: AttemptRow; order: OrderRow }> {
  return onceClosed(deps, { number, but: method, now }, async (tx, order) => {
    if (order.uid !== uid) throw new Failure("not_found");
    if (!isWaiting(order) || order.expiresAt <= now) throw new Failure("order_closed");
    const [open] = (await openAttempts(tx, number)).filter((one) => one.method === method);
    if (open) return { attempt: open, order };
    const attempt = { id: randomUUID(), number, method, state: "open" as const, createdAt: now };
    const [made] = await tx.insert(attempts).values(attempt).returning();
    return { attempt: made!, order };
  });
}

/**
 * Records the page that was created for an attempt. Two concurrent calls, in two languages, may create two pages at the
 * provider: the first one counts.
 * @returns the page for the user; null if the order or the attempt has ended meanwhile
 */
async function keepPage(
  { db }: PaymentDeps,
  { attempt: { id, number, method }, ...page }: Page,
): Promise<Omit<Page, "attempt"> | null> {
  return withOrder(db, number, async (tx, order) => {
    // Locks the attempt too, because an attempt without a page is ended without a lock on its order.
    const [attempt] = await tx.select().from(attempts).where(eq(attempts.id, id)).for("update");
    const { reference, url, state } = attempt!;
    const isWanted = isWaiting(order) && state === "open";
    // An unwanted page stays open until its provider reports its end: it may have been paid anyway.
    if (reference === null)
      await tx
        .update(attempts)
        .set(isWanted ? page : { reference: page.reference, state: "open" })
        .where(eq(attempts.id, id));
    if (!isWanted) return null;
    const pending = { state: "pending", method, problem: null } as const;
    await tx.update(orders).set(pending).where(eq(orders.number, number));
    return reference === null ? page : { reference, url };
  });
}

type Page = { attempt: AttemptRow; reference: string; url: string | null };

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
    attempt: attempt.id,
    number,
    name: wordsOf(plan, locale).name,
    money: priceOf(order)!,
    laterMoney: order.listAmount === null ? null : moneyOf(order.listAmount, order.currency!),
    renews: plan.renews && provider.renews ? plan.duration : null,
    email: user.email,
    createdAt: attempt.createdAt,
    expiresAt,
  });
}

/**
 * Asks the provider about an order's open attempts, and refunds payments beyond the price. If the provider is away, it
 * returns the order as known, and the user keeps waiting.
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
    const open = (await openAttempts(deps.db, number)).map(({ id }) => id);
    for (const id of [...open, ...also]) await settleAttempt(deps, { id, now });
    return (await performRefunds(deps, { number, now })) === 0;
  } catch (error) {
    if (error instanceof Failure && error.code === "payment_away") return false;
    throw error;
  }
}

/**
 * Cancels an order. A payment that arrives meanwhile is found when its attempt is closed, and then the order is paid.
 * @throws Failure not_found · payment_away if a payment is in progress and its provider can't be reached
 */
export async function cancelOrder(deps: PaymentDeps, asked: Asked) {
  const { number, user, now } = asked;
  await ownOrder(deps.db, { number, uid: user.uid });
  await onceClosed(deps, { number, now }, async (tx, order) => {
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
