import { createHmac } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { membershipEvents, plans, trialUses } from "../../db/schema.ts";
import { Failure } from "../failure.ts";
import type { User } from "../identity/session.ts";
import { appendMembership } from "./append-event.ts";

export type TrialDeps = {
  db: Db;
  /** Key of the digests of who has had a trial. */
  trialSecret: string;
};

/**
 * Begins a plan's trial for an account that never had one. Told again, it is the trial that was begun. Who had one is
 * known by a keyed digest of the account and of its address, which outlives the account and names nobody.
 * @throws Failure not_found for a plan without a trial, or not on sale · forbidden for a guest, of whom anybody can make
 *   as many as they like · trial_used
 */
export async function beginTrial(
  deps: TrialDeps,
  { user, plan: id, now }: { user: User; plan: string; now: Date },
): Promise<{ vip_until: string | null }> {
  if (user.anonymous) throw new Failure("forbidden");
  const [plan] = await deps.db.select().from(plans).where(eq(plans.id, id));
  if (!plan?.onSale || plan.trialDays <= 0) throw new Failure("not_found");
  const { uid } = user;
  const change = { kind: "extend", duration: { unit: "day", count: plan.trialDays } } as const;
  const sourceId = `${uid}:${id}`;
  return deps.db.transaction(async (tx) => {
    const [begun] = await tx
      .select({ uid: membershipEvents.uid, sourceId: membershipEvents.sourceId })
      .from(membershipEvents)
      .where(eq(membershipEvents.sourceId, sourceId));
    if (!begun) {
      // The digests are unique: of two at once, one is told that there was a trial.
      const values = digestsOf(deps, user).map((digest) => ({ digest, at: now }));
      const added = await tx.insert(trialUses).values(values).onConflictDoNothing().returning();
      if (added.length < values.length) throw new Failure("trial_used");
    }
    const event = { uid, change, source: "trial", sourceId, by: null, reason: null, now } as const;
    const { after } = await appendMembership(tx, event);
    return { vip_until: after?.toISOString() ?? null };
  });
}

/** Whether an account, or one with its address, has had a trial. */
export async function hasHadTrial(deps: TrialDeps, user: User): Promise<boolean> {
  const rows = await deps.db
    .select({ digest: trialUses.digest })
    .from(trialUses)
    .where(inArray(trialUses.digest, digestsOf(deps, user)))
    .limit(1);
  return rows.length > 0;
}

function digestsOf({ trialSecret }: TrialDeps, { uid, email }: User): string[] {
  const digest = (text: string) => createHmac("sha256", trialSecret).update(text).digest("base64url");
  return [digest(`uid ${uid}`), ...(email ? [digest(`email ${email.toLowerCase()}`)] : [])];
}
