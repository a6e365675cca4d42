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
/** What is open is asked about so often; a message of the provider or its person usually comes first. */
const askEveryMs = minuteMs;
/** Paid ones are asked about for half a year, once a day, for what was given back at the provider's. */
const watchedDays = 180;
const mostAtOnce = 100;
/** How long VIP goes on after a period whose renewal is late. */
export const graceDays = 3;
/** The grace begins this long before the end, so that nobody is out between two looks. */
const graceAheadMs = 10 * minuteMs;

/** What a look came to: how many were asked about, and how many could not be. */
export type Reconciled = { asked: number; away: number };

/**
 * Makes our books and the providers' agree, whatever was missed: a message that never came, a process that was killed
 * before it answered, a database that was away. To be run every minute; any number of processes may.
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
    // A provider that is away for one is away for the others.
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

/** Open ones first: however many are paid, nobody waits for those to be looked at again. */
async function dueAttempts({ db }: PaymentDeps, now: Date): Promise<{ id: string }[]> {
  const since = (ms: number) => new Date(now.getTime() - ms);
  // The states as they stand in the indexes, which a parameter would keep from being used.
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
  // Whatever is paid has been asked about.
  const stale = lte(attempts.checkedAt, since(dayMs));
  const paid = await db
    .select(id)
    .from(attempts)
    .where(and(isPaid, stale, gt(attempts.createdAt, since(watchedDays * dayMs))))
    .orderBy(asc(attempts.checkedAt))
    .limit(mostAtOnce / 2);
  return [...open, ...paid];
}

/** Closes orders nobody paid in time. What is paid of one later is found by its attempt, and counts, as late. */
async function closeOrders({ db }: PaymentDeps, now: Date): Promise<void> {
  await db
    .update(orders)
    .set({ state: "expired" })
    .where(
      and(inArray(orders.state, [...waitingStates]), lte(orders.expiresAt, now), eq(orders.renewal, false)),
    );
  // An attempt that nobody was ever sent to can't be paid.
  await db
    .update(attempts)
    .set({ state: "expired" })
    .where(
      and(
        ...[eq(attempts.state, "open"), isNull(attempts.reference)],
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
          ...[untold, lte(subscriptions.checkedAt, quarter)],
          and(lte(subscriptions.periodEnd, now), lte(subscriptions.checkedAt, recently)),
        ),
      ),
    )
    .orderBy(asc(subscriptions.checkedAt))
    .limit(mostAtOnce);
}

/** Who pays by themselves is not put out because the bank is slow: some days of grace, once for each period. */
async function giveGrace({ db }: PaymentDeps, now: Date): Promise<void> {
  const ahead = new Date(now.getTime() + graceAheadMs);
  const behind = new Date(now.getTime() - graceDays * dayMs);
  const due = await db
    .select({
      ...{ id: subscriptions.id, uid: users.uid },
      ...{ vipUntil: users.vipUntil, periodEnd: subscriptions.periodEnd },
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.uid, subscriptions.uid))
    .where(
      and(
        ...[ne(subscriptions.state, "ended"), eq(subscriptions.cancelled, false)],
        ...[lte(users.vipUntil, ahead), gt(users.vipUntil, behind), gt(subscriptions.periodEnd, behind)],
        // A month of ours and one of the provider's may end some days apart.
        lte(subscriptions.periodEnd, new Date(ahead.getTime() + 4 * dayMs)),
      ),
    );
  for (const { id, uid, vipUntil, periodEnd } of due) {
    const until = new Date(Math.max(vipUntil!.getTime(), periodEnd.getTime()) + graceDays * dayMs);
    await db.transaction((tx) =>
      appendMembership(tx, {
        ...{ uid, change: { kind: "grace", until }, source: "grace" },
        ...{ sourceId: `${id}:${vipUntil!.toISOString()}`, by: null, reason: null, now },
      }),
    );
  }
}
