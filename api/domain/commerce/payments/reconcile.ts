import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { attempts, orders, subscriptions, users } from "../../../db/schema.ts";
import { appendMembership } from "../membership/append-event.ts";
import { waitingStates } from "./order-row.ts";
import { isProviderAway, providerOf, type PaymentDeps } from "./payment-deps.ts";
import { performRefunds } from "./perform-refunds.ts";
import { settleAttempt, settleSubscription } from "./settle.ts";
import { endOrphans } from "./subscriptions.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How often open attempts are checked; usually a message from the provider or the user's return comes first. */
const askEveryMs = minuteMs;
/** Paid attempts are checked daily for half a year, to find refunds made at the provider. */
const watchedDays = 180;
const mostAtOnce = 100;
/** Days VIP continues after a period whose renewal is late. */
const graceDays = 3;
/** The grace is given this long before the end, so that VIP does not lapse between two runs. */
const graceAheadMs = 10 * minuteMs;

/** Result of a run: number of checks, and of checks that failed because the provider was away. */
export type Reconciled = { asked: number; away: number };

/**
 * Brings our books and the providers' into agreement after anything that was missed: a lost message, a process killed
 * before it answered, a database that was away. Run it every minute; any number of processes may.
 */
export async function reconcile(deps: PaymentDeps, now: Date): Promise<Reconciled> {
  const done: Reconciled = { asked: 0, away: 0 };
  const ask = async (work: () => Promise<void>) => {
    done.asked += 1;
    try {
      await work();
    } catch (error) {
      if (!isProviderAway(error)) throw error;
      done.away += 1;
    }
  };
  for (const { id } of await dueAttempts(deps, now)) {
    // A provider that is away for one attempt is away for the others.
    if (done.away > 2) break;
    await ask(() => settleAttempt(deps, { id, now }));
  }
  await closeOrders(deps, now);
  done.away += await performRefunds(deps, { now });
  for (const row of await dueSubscriptions(deps, now)) {
    const provider = providerOf(deps, row.method);
    if (provider && done.away <= 2) await ask(() => settleSubscription(deps, { provider, id: row.id, now }));
  }
  await endOrphans(deps, now);
  await giveGrace(deps, now);
  return done;
}

/** Open attempts come first, so that waiting users don't wait for checks of paid ones. */
async function dueAttempts({ db }: PaymentDeps, now: Date): Promise<{ id: string }[]> {
  const since = (ms: number) => new Date(now.getTime() - ms);
  // Literal states, as in the partial indexes: with a parameter, PostgreSQL could not use them.
  const isOpen = sql`${attempts.state} = 'open'`;
  const isPaid = sql`${attempts.state} = 'paid'`;
  const id = { id: attempts.id };
  const unasked = or(isNull(attempts.checkedAt), lte(attempts.checkedAt, since(askEveryMs)));
  const open = await db
    .select(id)
    .from(attempts)
    .where(and(isOpen, isNotNull(attempts.reference), unasked))
    .orderBy(sql`${attempts.checkedAt} asc nulls first`)
    .limit(mostAtOnce);
  // Every paid attempt was checked at least once.
  const stale = lte(attempts.checkedAt, since(dayMs));
  const paid = await db
    .select(id)
    .from(attempts)
    .where(and(isPaid, stale, gt(attempts.createdAt, since(watchedDays * dayMs))))
    .orderBy(asc(attempts.checkedAt))
    .limit(mostAtOnce / 2);
  return [...open, ...paid];
}

/** Closes orders that were not paid in time. A later payment is found by its attempt, and counts as late. */
async function closeOrders({ db }: PaymentDeps, now: Date): Promise<void> {
  await db
    .update(orders)
    .set({ state: "expired" })
    .where(
      and(inArray(orders.state, [...waitingStates]), lte(orders.expiresAt, now), eq(orders.renewal, false)),
    );
  // An attempt without a reference never had a visitor, so it can't have been paid.
  await db
    .update(attempts)
    .set({ state: "expired" })
    .where(
      and(
        eq(attempts.state, "open"),
        isNull(attempts.reference),
        lte(attempts.createdAt, new Date(now.getTime() - 2 * dayMs)),
      ),
    );
}

function dueSubscriptions({ db }: PaymentDeps, now: Date) {
  const quarter = new Date(now.getTime() - dayMs / 4);
  const recently = new Date(now.getTime() - 10 * minuteMs);
  const untold = isNull(subscriptions.checkedAt);
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        ne(subscriptions.state, "ended"),
        or(
          untold,
          lte(subscriptions.checkedAt, quarter),
          and(lte(subscriptions.periodEnd, now), lte(subscriptions.checkedAt, recently)),
        ),
      ),
    )
    .orderBy(asc(subscriptions.checkedAt))
    .limit(mostAtOnce);
}

const planTier = sql<number>`coalesce((${subscriptions.plan} ->> 'tier')::int, 1)`;
/** When the tier that a subscription renews ends for its user. */
const endOfTier = sql<string>`case ${planTier} when 3 then ${users.vip3Until} when 2 then ${users.vip2Until} else ${users.vipUntil} end`;

/**
 * Gives users with a renewing membership some days of grace, once per period, so that a slow bank does not end their
 * VIP.
 */
async function giveGrace({ db }: PaymentDeps, now: Date): Promise<void> {
  const ahead = new Date(now.getTime() + graceAheadMs);
  const behind = new Date(now.getTime() - graceDays * dayMs);
  const due = await db
    .select({
      id: subscriptions.id,
      uid: users.uid,
      vipUntil: endOfTier,
      tier: planTier,
      periodEnd: subscriptions.periodEnd,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.uid, subscriptions.uid))
    .where(
      and(
        ne(subscriptions.state, "ended"),
        eq(subscriptions.cancelled, false),
        sql`${endOfTier} <= ${ahead.toISOString()}::timestamptz`,
        sql`${endOfTier} > ${behind.toISOString()}::timestamptz`,
        gt(subscriptions.periodEnd, behind),
        // Our month and the provider's may end some days apart.
        lte(subscriptions.periodEnd, new Date(ahead.getTime() + 4 * dayMs)),
      ),
    );
  for (const { id, uid, tier, periodEnd, ...one } of due) {
    const vipUntil = new Date(one.vipUntil);
    const until = new Date(Math.max(vipUntil.getTime(), periodEnd.getTime()) + graceDays * dayMs);
    await db.transaction((tx) =>
      appendMembership(tx, {
        uid,
        tier,
        change: { kind: "grace", until },
        source: "grace",
        sourceId: `${id}:${vipUntil.toISOString()}`,
        by: null,
        reason: null,
        now,
      }),
    );
  }
}
