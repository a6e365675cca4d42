import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { attempts } from "../../../db/schema.ts";
import { withOrder } from "./lock-order.ts";
import type { OrderRow } from "./order-row.ts";
import { isProviderAway, providerOf, type PaymentDeps } from "./payment-deps.ts";
import { settleAttempt } from "./settle.ts";

export type AttemptRow = typeof attempts.$inferSelect;

/** Attempts of an order that may still be paid. */
export function openAttempts(db: Db, number: string): Promise<AttemptRow[]> {
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.number, number), eq(attempts.state, "open")));
}

/**
 * Closes an order's open attempts at their providers, then runs work on the locked order. An attempt that started or
 * got its page in between is closed too, before the work runs.
 * @param given `but`: attempts by this method stay open
 * @throws Failure not_found · payment_away if a provider can't be reached
 */
export async function onceClosed<T>(
  deps: PaymentDeps,
  { number, but, now }: { number: string; but?: AttemptRow["method"]; now: Date },
  work: (tx: Db, order: OrderRow) => Promise<T>,
): Promise<T> {
  // An attempt that its provider still calls open after closing is being paid right now, and can't be closed again.
  const closed = new Set<string>();
  const isLeft = ({ id, method }: AttemptRow) => method !== but && !closed.has(id);
  for (;;) {
    for (const attempt of (await openAttempts(deps.db, number)).filter(isLeft))
      if (await closeAttempt(deps, { attempt, now })) closed.add(attempt.id);
    const done = await withOrder(deps.db, number, async (tx, order) =>
      (await openAttempts(tx, number)).some(isLeft) ? null : { value: await work(tx, order) },
    );
    if (done) return done.value;
  }
}

/**
 * Closes an attempt at its provider, and records its result: it may have been paid a moment ago.
 * @returns false if its page was created just now: it has to be closed by its new reference
 */
async function closeAttempt(
  deps: PaymentDeps,
  { attempt, now }: { attempt: AttemptRow; now: Date },
): Promise<boolean> {
  if (attempt.reference) {
    await providerOf(deps, attempt.method)?.close(attempt.reference);
    await settleAttempt(deps, { id: attempt.id, now });
    return true;
  }
  const ended = await deps.db
    .update(attempts)
    .set({ state: "expired" })
    .where(and(eq(attempts.id, attempt.id), isNull(attempts.reference)))
    .returning({ id: attempts.id });
  return ended.length > 0;
}

/**
 * Closes a page that no user may be sent to, because its order or attempt ended while the page was created. If the
 * provider is away, the attempt stays open here, and `reconcile` follows it until the provider reports its end.
 */
export async function closeUnwanted(deps: PaymentDeps, given: { attempt: AttemptRow; now: Date }) {
  try {
    await closeAttempt(deps, given);
  } catch (error) {
    if (!isProviderAway(error)) throw error;
  }
}
