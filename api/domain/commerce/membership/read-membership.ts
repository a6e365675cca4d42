import { and, desc, eq, gt, inArray } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { orders } from "../../../db/schema.ts";
import { isVip, type User } from "../../kernel/user.ts";
import { tellOne, tellSubscription, waitingStates } from "../payments/order-row.ts";
import type { PaymentDeps } from "../payments/payment-deps.ts";
import { liveSubscription } from "../payments/subscriptions.ts";
import { standingsOf } from "./append-event.ts";
import { vipEndsOf } from "./fold.ts";
import { hasHadTrial, type TrialDeps } from "./trial.ts";

/** A user's membership, and its pending changes. */
export async function readMembership(
  deps: PaymentDeps & TrialDeps,
  { user, locale, now }: { user: User; locale: Locale; now: Date },
): Promise<OutputOf<"membership/read">> {
  const { db } = deps;
  const { uid, vipUntil } = user;
  const [standings, renewing, [waiting], tried] = await Promise.all([
    standingsOf(db, uid),
    liveSubscription(db, uid),
    db
      .select()
      .from(orders)
      .where(and(eq(orders.uid, uid), inArray(orders.state, [...waitingStates]), gt(orders.expiresAt, now)))
      .orderBy(desc(orders.createdAt))
      .limit(1),
    hasHadTrial(deps, user),
  ]);
  const standing = standings?.[0];
  const graced = standing?.grace && standing.grace > now && !(standing.until && standing.until > now);
  const pausedMs = standing?.pausedMs ?? null;
  return {
    is_vip: isVip(user, now),
    vip_until: vipUntil?.toISOString() ?? null,
    tiers: tiersLeft(standings ? vipEndsOf(standings) : [vipUntil], now),
    paused: pausedMs === null ? null : { secondsLeft: Math.floor(pausedMs / 1000) },
    graceUntil: graced ? standing.grace!.toISOString() : null,
    trial: !tried,
    subscription: renewing && tellSubscription(renewing, locale),
    order: waiting ? await tellOne(db, waiting, locale) : null,
  };
}

/** The tiers whose time remains, the highest first; a tier that ends with the one above it has no time of its own. */
function tiersLeft(ends: readonly (Date | null)[], now: Date): OutputOf<"membership/read">["tiers"] {
  return ends
    .flatMap((end, index) => {
      const above = ends[index + 1] ?? now;
      return end && end > now && end > above ? [{ tier: index + 1, until: end.toISOString() }] : [];
    })
    .reverse();
}
