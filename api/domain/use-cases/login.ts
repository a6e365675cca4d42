import { eq, sql } from "drizzle-orm";
import type { UserInfo } from "../../../contract/index.ts";
import type { SettingValues } from "../../../contract/service/settings.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { profiles, users } from "../../db/schema.ts";
import type { IdentityProvider, IdentityState, VerifiedProof } from "../../ports/identity.ts";
import { Failure } from "../kernel/failure.ts";
import { mergeFeedback } from "../service/feedback/read-feedback.ts";
import { mergeNotices } from "../service/notices/list-notices.ts";
import { mergeFavourites } from "../library/favourites.ts";
import { mergeFollows } from "../library/follows.ts";
import { mergeVotes } from "../library/votes.ts";
import { mergeViewing } from "../playback/popularity/count-audience.ts";
import { mergeProgress } from "../playback/progress.ts";
import { mergePayments } from "../commerce/payments/merge-payments.ts";
import { mergeUploads } from "../ingest/uploads/receive-upload.ts";
import { factorsOf } from "../accounts/factors/check-factor.ts";
import { beginPendingSignIn } from "../accounts/factors/pending-sign-ins.ts";
import { refuseBanned } from "../accounts/users/bans.ts";
import type { NativeHost } from "../accounts/identity/native-host.ts";
import {
  infoOfSession,
  openSession,
  removeSessions,
  renewSession,
  type Session,
} from "../accounts/identity/session.ts";
import { openProfile } from "../accounts/profiles/open-profile.ts";
import { spendProof } from "../accounts/identity/spent-proofs.ts";

type Deps = { db: Db; identity: IdentityProvider; nativeHost: NativeHost | null };

/** The operator's settings about accounts. */
type AccountRules = Pick<SettingValues, "signUp" | "recordHistory" | "sessionsPerUser">;

/** The caller's previous session, and its token. */
export type HeldSession = Session & { token: string };

/** What a sign-in needs to know about its caller. */
export type Caller = {
  held: HeldSession | null;
  userAgent: string;
  locale: Locale;
  /** The day and network of the call as one name, kept with a new account; null = unknown. */
  origin: string | null;
  now: Date;
  rules: AccountRules;
};

export type Entered = { token: string; info: UserInfo };

/**
 * Exchanges a uid and a proof of it for a session. A uid alone opens nothing, and a proof opens one session: if the
 * answer is lost, the caller needs another proof.
 * A caller with a session of that uid keeps it, because a native host proves its user at each page load. If `held` is a
 * guest's session, the guest's history and list move along. A guest who becomes an account gets a new session, and all
 * others of that uid end: an attacker may have planted an earlier token. Where the account has a second factor, the
 * proof is used up and opens nothing yet.
 * @throws Failure unauthorised when the proof is missing, expired, used, another uid's, or from before the user's
 *   sessions were ended · banned · sign_up_closed · factor_required with the ticket that `loginWithFactor` takes
 */
export async function loginWithUid(
  deps: Deps,
  input: Caller & { uid: string; proof?: string },
): Promise<Entered> {
  const { held, userAgent, now, rules } = input;
  const proven = input.proof ? await verify(deps, { uid: input.uid, proof: input.proof, now }) : null;
  if (!proven) throw new Failure("unauthorised");
  const { state, provenAt } = proven;
  const answer = await deps.db.transaction(async (tx) => {
    const isFirstUse = await spendProof(tx, proven);
    const before = await lockUser(tx, state.uid);
    // First, so that a suspended user learns of it even though the suspension has ended sessions and proofs.
    await refuseBanned(tx, { uid: state.uid, now });
    // The proof was verified before the row was locked: the guest may have become an account in between.
    if (state.anonymous && before?.anonymous === false) throw new Failure("unauthorised");
    const joined = before?.anonymous === true && !state.anonymous;
    const goesOn =
      held?.user.uid === state.uid &&
      !joined &&
      (await renewSession(tx, { tokenHash: held.tokenHash, userAgent, now, confirmedAt: provenAt }));
    const isRevoked = before?.proofsAfter ? provenAt < before.proofsAfter : false;
    if (!goesOn && (!isFirstUse || isRevoked)) throw new Failure("unauthorised");
    // Users of a native host are known to the operator already.
    const isNew = !state.anonymous && (!before || before.anonymous) && !state.uid.startsWith("native:");
    if (isNew && rules.signUp === "closed") throw new Failure("sign_up_closed");
    const factors = goesOn ? null : await factorsOf(tx, state.uid);
    if (factors?.app || factors?.passkeys) {
      const { ticket } = await beginPendingSignIn(tx, { uid: state.uid, provenAt, now });
      return { pending: { ticket, ...factors } };
    }
    return enter(tx, state, { ...input, joined, provenAt, goesOn });
  });
  // Thrown after the transaction, which keeps the ticket and the used proof.
  if ("pending" in answer) throw new Failure("factor_required", [], undefined, answer);
  return answer;
}

/** For mails about a sign-in: the info of a session does not say it in every profile. */
export async function emailOf(db: Db, uid: string): Promise<string | null> {
  return (await readUser(db, uid))?.email ?? null;
}

/** The account as a sign-in has to know it, locked: suspensions, deletions and other sign-ins wait. */
export async function lockUser(tx: Db, uid: string) {
  const [row] = await tx
    .select({ anonymous: users.anonymous, proofsAfter: users.proofsAfter })
    .from(users)
    .where(eq(users.uid, uid))
    .for("update");
  return row;
}

/**
 * Saves what the provider says about a user, takes a guest's data over, and opens the session or keeps the
 * held one. Only with proof of the user, the account locked and not suspended.
 */
export async function enter(
  tx: Db,
  state: IdentityState,
  input: Caller & { joined: boolean; provenAt: Date; goesOn: boolean },
): Promise<Entered> {
  const { held, userAgent, locale, origin, now, rules, joined, provenAt, goesOn } = input;
  const saved = await upsertUser(tx, state, { now, locale, origin, recording: rules.recordHistory });
  if (held?.user.anonymous && held.user.uid !== saved.uid)
    await mergeGuest(tx, { from: held.user.uid, to: saved.uid, now });
  // The account's own proofs stay valid: a form that was sent twice has created two of them.
  if (joined) await removeSessions(tx, { uid: saved.uid });
  const user = (await readUser(tx, saved.uid))!;
  const [own] = await tx.select().from(profiles).where(eq(profiles.id, saved.uid));
  // None is chosen yet in a new session, nor after a proof.
  const profile = own ? openProfile(own, false) : null;
  const info = infoOfSession({ user, viewer: user, profile }, now);
  if (goesOn && held) return { token: held.token, info };
  // Within the transaction: the account's row is locked, so a concurrent suspension ends this session as well.
  const { sessionsPerUser: most } = rules;
  const token = await openSession(tx, { uid: saved.uid, userAgent, now, most, confirmedAt: provenAt });
  return { token, info };
}

async function mergeGuest(tx: Db, { now, ...move }: { from: string; to: string; now: Date }): Promise<void> {
  await mergeProgress(tx, move);
  await mergeViewing(tx, move);
  await mergeFavourites(tx, move);
  await mergeVotes(tx, move);
  await mergeFollows(tx, move);
  await mergeFeedback(tx, move);
  await mergeNotices(tx, move);
  await mergeUploads(tx, move);
  await mergePayments(tx, { ...move, now });
}

async function verify(
  deps: Deps,
  claim: { uid: string; proof: string; now: Date },
): Promise<VerifiedProof | null> {
  return deps.nativeHost?.verify(claim) ?? deps.identity.verify(claim);
}

/**
 * Takes name, avatar and e-mail from the provider if it has them, and keeps the other values. Name and avatar that the
 * user has set here stay as well.
 */
async function upsertUser(
  db: Db,
  state: IdentityState,
  {
    now,
    locale,
    origin,
    recording,
  }: { now: Date; locale: Locale; origin: string | null; recording: boolean },
): Promise<Session["user"]> {
  const { uid, anonymous, name, avatar, email } = state;
  const joinedAt = anonymous ? null : now;
  await db
    .insert(users)
    .values({
      uid,
      anonymous,
      name,
      avatar,
      email,
      locale,
      origin,
      recording,
      createdAt: now,
      joinedAt,
      lastSeenAt: now,
    })
    .onConflictDoUpdate({
      target: users.uid,
      set: {
        anonymous,
        locale,
        joinedAt: sql`coalesce(${users.joinedAt}, excluded.joined_at)`,
        // Written rarely: a native host proves its user at each page load, and the column has an index.
        lastSeenAt: sql`case when ${users.lastSeenAt} < excluded.last_seen_at - interval '1 hour'
          then excluded.last_seen_at else ${users.lastSeenAt} end`,
        name: sql`case when ${users.profileEdited} then ${users.name} else coalesce(excluded.name, ${users.name}) end`,
        avatar: sql`case when ${users.profileEdited} then ${users.avatar} else coalesce(excluded.avatar, ${users.avatar}) end`,
        email: sql`coalesce(excluded.email, ${users.email})`,
      },
    });
  return (await readUser(db, uid))!;
}

async function readUser(db: Db, uid: string): Promise<Session["user"] | undefined> {
  const [user] = await db.select().from(users).where(eq(users.uid, uid)).limit(1);
  return user;
}
