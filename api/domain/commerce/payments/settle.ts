import { and, eq, or, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { attempts, orders, paymentLines, subscriptions } from "../../../db/schema.ts";
import type { AttemptFacts, Hint, PaymentProvider, SubscriptionFacts } from "../../../ports/payment.ts";
import { applyPayments } from "./apply-payments.ts";
import { withOrder } from "./lock-order.ts";
import type { OrderRow } from "./order-row.ts";
import { newReceipt } from "../../kernel/public-number.ts";
import { providerOf, type PaymentDeps } from "./payment-deps.ts";

type AttemptRow = typeof attempts.$inferSelect;

/**
 * Asks the provider about an attempt, and updates the order from the answer. The request comes before the transaction,
 * so that no row is locked while waiting for a provider. Any number of these may run at once.
 * @throws the provider's error if it can't be reached
 */
export async function settleAttempt(
  deps: PaymentDeps,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const [attempt] = await deps.db.select().from(attempts).where(eq(attempts.id, id));
  // Without a reference no user was sent to the page, so nothing can have been paid.
  if (!attempt?.reference) return;
  const provider = providerOf(deps, attempt.method);
  if (!provider) return;
  const facts = await provider.look(attempt.reference);
  await withOrder(deps.db, attempt.number, async (tx, order) => {
    await applyAttempt(tx, { attempt, order, facts, now });
    const changed = await again(tx, order);
    await applyPayments(tx, { order: changed, method: attempt.method, payments: facts.payments, now });
  });
  if (attempt.state === "open" && facts.state !== "open")
    deps.count?.({ what: "payment", method: attempt.method, result: facts.state });
  if (facts.subscription) await applySubscription(deps, { facts: facts.subscription, provider, now });
}

async function applyAttempt(
  tx: Db,
  { attempt, order, facts, now }: { attempt: AttemptRow; order: OrderRow; facts: AttemptFacts; now: Date },
): Promise<void> {
  // An older answer that arrives after a newer one changes nothing: ended attempts stay ended.
  await tx
    .update(attempts)
    .set({ checkedAt: now, state: sql`case when state = 'open' then ${facts.state} else state end` })
    .where(eq(attempts.id, attempt.id));
  const { subscription } = facts;
  if (subscription && order.uid !== null && facts.payments.length > 0 && !order.subscriptionId) {
    const { plan, uid, currency, amount, listAmount } = order;
    const { id, state, cancelled, periodEnd } = subscription;
    await tx
      .insert(subscriptions)
      .values({
        id,
        uid,
        method: attempt.method,
        plan,
        currency: currency!,
        // A coupon is for the first period alone.
        amount: listAmount ?? amount,
        state,
        cancelled,
        periodEnd,
        createdAt: now,
        checkedAt: now,
      })
      .onConflictDoNothing();
    await tx.update(orders).set({ subscriptionId: id }).where(eq(orders.number, order.number));
  }
  if (order.state !== "pending" || (facts.state !== "failed" && facts.state !== "expired")) return;
  const others = await tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.number, order.number), eq(attempts.state, "open")));
  if (others.length > 0) return;
  const over = order.expiresAt <= now;
  await tx
    .update(orders)
    .set({ state: over ? "expired" : "failed", problem: facts.problem ?? "other" })
    .where(eq(orders.number, order.number));
}

async function again(tx: Db, { number }: OrderRow): Promise<OrderRow> {
  const [row] = await tx.select().from(orders).where(eq(orders.number, number));
  return row!;
}

/** Asks about a membership that renews itself. An unknown one is created with its first order. */
export async function settleSubscription(
  deps: PaymentDeps,
  { provider, id, now }: { provider: PaymentProvider; id: string; now: Date },
): Promise<void> {
  const facts = await provider.lookAtSubscription(id);
  if (!facts) return;
  const [known] = await deps.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  if (known) return applySubscription(deps, { facts, provider, now });
  // Settling the attempt also updates the subscription.
  if (facts.attempt) await settleAttempt(deps, { id: facts.attempt, now });
}

async function applySubscription(
  deps: PaymentDeps,
  { facts, provider, now }: { facts: SubscriptionFacts; provider: PaymentProvider; now: Date },
): Promise<void> {
  const { db } = deps;
  const { id, state, cancelled, periodEnd } = facts;
  const [row] = await db
    .update(subscriptions)
    .set({ state, cancelled, periodEnd, checkedAt: now })
    .where(eq(subscriptions.id, id))
    .returning();
  if (!row) return;
  for (const { reference, at, payments } of facts.renewals) {
    const key = `${provider.method}:${reference}`;
    // The order of the invoice, created by the process that learns of it first.
    await db
      .insert(orders)
      .values({
        number: newReceipt(),
        uid: row.uid,
        key,
        plan: row.plan,
        planId: row.plan.id,
        currency: row.currency,
        amount: row.amount,
        state: "pending",
        method: row.method,
        createdAt: at,
        expiresAt: at,
        subscriptionId: id,
        renewal: true,
      })
      .onConflictDoNothing();
    const [order] = await db.select({ number: orders.number }).from(orders).where(eq(orders.key, key));
    await withOrder(db, order!.number, (tx, locked) =>
      applyPayments(tx, { order: locked, method: row.method, payments, now }),
    );
  }
}

/** Asks about one payment after a change, such as a refund made at the provider. */
export async function settlePayment(
  deps: PaymentDeps,
  { provider, reference, now }: { provider: PaymentProvider; reference: string; now: Date },
): Promise<void> {
  const [line] = await deps.db
    .select({ number: paymentLines.number })
    .from(paymentLines)
    .where(
      and(
        eq(paymentLines.method, provider.method),
        eq(paymentLines.kind, "paid"),
        eq(paymentLines.reference, reference),
      ),
    );
  if (!line) return;
  const payment = await provider.lookAtPayment(reference);
  if (!payment) return;
  await withOrder(deps.db, line.number, (tx, order) =>
    applyPayments(tx, { order, method: provider.method, payments: [payment], now }),
  );
}

/**
 * Handles a provider's message. The facts are requested from the provider, so the order of messages does not matter.
 */
export async function followHint(
  deps: PaymentDeps,
  { provider, hint, now }: { provider: PaymentProvider; hint: Hint; now: Date },
): Promise<void> {
  if ("subscription" in hint) return settleSubscription(deps, { provider, id: hint.subscription, now });
  if ("payment" in hint) return settlePayment(deps, { provider, reference: hint.payment, now });
  const [attempt] = await deps.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      and(
        eq(attempts.method, provider.method),
        // By the provider's id of it, or by ours.
        or(eq(attempts.reference, hint.attempt), sql`${attempts.id}::text = ${hint.attempt}`),
      ),
    );
  if (attempt) await settleAttempt(deps, { id: attempt.id, now });
}
