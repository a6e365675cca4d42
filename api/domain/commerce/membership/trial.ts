import { createHmac } from "node:crypto";
import { domainToASCII } from "node:url";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { membershipEvents, plans, trialUses, users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { appendMembership } from "./append-event.ts";

export type TrialDeps = {
  db: Db;
  /** Key of the digests that record used trials. */
  trialSecret: string;
};

/**
 * Begins a plan's trial for an account that never had one. A repeated call returns the same trial. A used trial is
 * recognised by keyed digests of the account, of its address and of the address's mailbox, which outlive the account
 * and name no user.
 * @throws Failure not_found for a plan without a trial, or not on sale · forbidden for a guest, because anyone can
 *   create any number of guests · trial_used
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
      if (await isKnownMailbox(tx, user)) throw new Failure("trial_used");
      // The digests are unique: of two concurrent calls, one gets `trial_used`.
      const values = digestsOf(deps, user).map((digest) => ({ digest, at: now }));
      const added = await tx.insert(trialUses).values(values).onConflictDoNothing().returning();
      if (added.length < values.length) throw new Failure("trial_used");
      const mailbox = user.email && mailboxOf(user.email);
      await tx.update(users).set({ mailbox }).where(eq(users.uid, uid));
    }
    const event = {
      uid,
      tier: plan.tier,
      change,
      source: "trial",
      sourceId,
      by: null,
      reason: null,
      now,
    } as const;
    const { after } = await appendMembership(tx, event);
    return { vip_until: after?.toISOString() ?? null };
  });
}

/** Whether an account, or another account of the same mailbox, has had a trial. */
export async function hasHadTrial(deps: TrialDeps, user: User): Promise<boolean> {
  if (await isKnownMailbox(deps.db, user)) return true;
  const rows = await deps.db
    .select({ digest: trialUses.digest })
    .from(trialUses)
    .where(inArray(trialUses.digest, digestsOf(deps, user)))
    .limit(1);
  return rows.length > 0;
}

function digestsOf({ trialSecret }: TrialDeps, { uid, email }: User): string[] {
  const digest = (text: string) => createHmac("sha256", trialSecret).update(text).digest("base64url");
  const address = email === null ? [] : [`email ${email.toLowerCase()}`, `mailbox ${mailboxOf(email)}`];
  return [`uid ${uid}`, ...address].map(digest);
}

/**
 * Whether another account of the mailbox has had a trial. Digests of old trials, from before mailboxes were stored,
 * don't say.
 */
async function isKnownMailbox(db: Db, { uid, email }: User): Promise<boolean> {
  if (email === null) return false;
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.mailbox, mailboxOf(email)), ne(users.uid, uid)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Folds an e-mail address to its mailbox: ignores case, full-width and composed letters, the two spellings of an
 * international domain, everything from a plus on, and the dots that Gmail ignores. Two users may share a mailbox by
 * this, so it only decides whether a trial was used. Users sign in with their address as they typed it.
 */
export function mailboxOf(email: string): string {
  const folded = email.normalize("NFKC").toLowerCase();
  const at = folded.lastIndexOf("@");
  if (at < 1) return folded;
  const given = folded.slice(at + 1).replace(/\.$/, "");
  const domain = domainToASCII(given) || given;
  const name = folded.slice(0, at);
  const local = name.split("+", 1)[0] || name;
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}
