import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { Subscription } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { subscriptions } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { tellSubscription } from "./order-row.ts";
import { isProviderAway, providerOf, type PaymentDeps } from "./payment-deps.ts";
import { settleSubscription } from "./settle.ts";

type Row = typeof subscriptions.$inferSelect;

/** A user's membership that renews itself: the one that continues, or else the latest that has not ended. */
export async function liveSubscription(db: Db, uid: string): Promise<Row | null> {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.uid, uid), ne(subscriptions.state, "ended")))
    .orderBy(desc(subscriptions.createdAt));
  return rows.find(({ cancelled }) => !cancelled) ?? rows[0] ?? null;
}

/**
 * Cancels a user's renewal, or undoes that. The provider decides, and then reports the resulting state.
 * @throws Failure not_found if nothing renews · payment_away
 */
export async function changeSubscription(
  deps: PaymentDeps,
  { uid, cancel, locale, now }: { uid: string; cancel: boolean; locale: Locale; now: Date },
): Promise<Subscription> {
  const row = await liveSubscription(deps.db, uid);
  const provider = row && providerOf(deps, row.method);
  if (!row || !provider) throw new Failure("not_found");
  await provider.cancelSubscription(row.id, cancel ? "at-end" : "not");
  await settleSubscription(deps, { provider, id: row.id, now });
  const [after] = await deps.db.select().from(subscriptions).where(eq(subscriptions.id, row.id));
  return tellSubscription(after!, locale);
}

/** Ends the renewals of deleted accounts, so that no charges continue for them. */
export async function endOrphans(deps: PaymentDeps, now: Date): Promise<void> {
  const rows = await deps.db
    .select()
    .from(subscriptions)
    .where(and(isNull(subscriptions.uid), ne(subscriptions.state, "ended")));
  for (const { id, method } of rows) {
    const provider = providerOf(deps, method);
    if (!provider) continue;
    try {
      await provider.cancelSubscription(id, "now");
      await deps.db
        .update(subscriptions)
        .set({ state: "ended", checkedAt: now })
        .where(eq(subscriptions.id, id));
    } catch (error) {
      if (!isProviderAway(error)) throw error;
    }
  }
}
