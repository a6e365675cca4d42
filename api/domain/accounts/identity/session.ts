import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, lte, ne, notInArray, or, sql } from "drizzle-orm";
import type { UserInfo } from "../../../../contract/index.ts";
import { settingDefaults } from "../../../../contract/service/settings.ts";
import type { Db } from "../../../db/client.ts";
import { keptQuery, type Slot } from "../../../db/kept-query.ts";
import { sessions, users } from "../../../db/schema.ts";
import { markActive } from "./active-day.ts";
import { isVip, vipTier, type User } from "../../kernel/user.ts";
import {
  openProfile,
  profileColumn,
  profileInfoOf,
  readProfile,
  viewerOf,
  type OpenProfile,
} from "../profiles/open-profile.ts";

/** Days a session lives after its last use. */
export const sessionDays = 180;
/** How often "last used" is written: often enough for a list of devices, rarely enough to cost nothing. */
const touchEveryMs = 5 * 60_000;
/** How often the account's "last seen" is written. It is rarer because the column is in many indexes. */
const seenEveryMs = 60 * 60_000;
const dayMs = 86_400_000;

export type Session = {
  user: User;
  /** Whose list, history and votes they are: the user, or the profile that is open, with the user's rights. */
  viewer: User;
  /** The profile that is open; null where the account has one alone. */
  profile: OpenProfile | null;
  tokenHash: string;
  /** When the user last proved who they are in it; null = unknown. */
  confirmedAt: Date | null;
};

/**
 * Opens a session. Deletes the user's expired sessions, and the least recently used ones beyond `most`: a host that loses its
 * token could open one per page.
 * @param confirmedAt when its user proved who they are, if that was not now
 * @returns the bearer token: 256 random bits, base64url. Only its hash is stored.
 */
export async function openSession(
  db: Db,
  {
    uid,
    userAgent,
    now,
    most = settingDefaults.sessionsPerUser,
    confirmedAt = now,
  }: { uid: string; userAgent: string; now: Date; most?: number; confirmedAt?: Date },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const tokenHash = hashOf(token);
  await db.insert(sessions).values({
    tokenHash,
    uid,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionDays * dayMs),
    confirmedAt,
    userAgent: userAgent.slice(0, 256),
  });
  await markActive(db, { uid, now });
  const kept = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.uid, uid))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(most);
  await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.uid, uid),
        ne(sessions.tokenHash, tokenHash),
        or(lte(sessions.expiresAt, now), notInArray(sessions.tokenHash, kept)),
      ),
    );
  return token;
}

/**
 * Extends a session after a new proof, as if it had been opened now.
 * @returns false if the session has ended meanwhile
 */
export async function renewSession(
  db: Db,
  {
    tokenHash,
    userAgent,
    now,
    confirmedAt,
  }: { tokenHash: string; userAgent: string; now: Date; confirmedAt: Date },
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + sessionDays * dayMs);
  const renewed = await db
    .update(sessions)
    // Which profile goes on is asked anew: the proof is the account's, not that of who watches.
    .set({ lastSeenAt: now, expiresAt, confirmedAt, userAgent: userAgent.slice(0, 256), profileId: null })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ uid: sessions.uid });
  return renewed.length > 0;
}

/** @returns the session of a token, or null for an unknown, revoked or expired one */
export function findSession(db: Db, { token, now }: { token: string; now: Date }): Promise<Session | null> {
  return findSessionByHash(db, { tokenHash: hashOf(token), now });
}

const sessionRows = keptQuery((db, slot: Slot<{ tokenHash: string; now: Date }>) =>
  db
    .select({
      user: users,
      lastSeenAt: sessions.lastSeenAt,
      confirmedAt: sessions.confirmedAt,
      profileId: sessions.profileId,
      profile: profileColumn,
    })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.uid))
    .where(
      and(eq(sessions.tokenHash, slot("tokenHash")), gt(sessions.expiresAt, slot("now", sessions.expiresAt))),
    )
    .limit(1),
);

/** The same by the hash of its token, for what was signed for this session alone. */
export async function findSessionByHash(
  db: Db,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<Session | null> {
  const [row] = await sessionRows(db, { tokenHash, now });
  if (!row) return null;
  const isNewDay = Math.floor(now.getTime() / dayMs) > Math.floor(row.lastSeenAt.getTime() / dayMs);
  if (isNewDay || now.getTime() - row.lastSeenAt.getTime() > touchEveryMs) {
    const expiresAt = new Date(now.getTime() + sessionDays * dayMs);
    await db.update(sessions).set({ lastSeenAt: now, expiresAt }).where(eq(sessions.tokenHash, tokenHash));
    if (now.getTime() - row.user.lastSeenAt.getTime() > seenEveryMs)
      await db.update(users).set({ lastSeenAt: now }).where(eq(users.uid, row.user.uid));
    if (isNewDay) await markActive(db, { uid: row.user.uid, now });
  }
  const { user, confirmedAt, profileId } = row;
  const own = readProfile(row.profile);
  const profile = own && openProfile(own, profileId !== null);
  return { user, viewer: viewerOf(user, own), profile, tokenHash, confirmedAt };
}

/** Revokes one session; its token opens nothing from now on. */
export async function endSession(db: Db, { tokenHash }: { tokenHash: string }): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/**
 * Revokes all sessions of a user, and every proof from before `now`: an unused proof must not open a new session. The
 * account's row is locked first, so a concurrent sign-in either ends with the others or is refused.
 * @param except hash of the session that stays
 * @returns number of ended sessions
 */
export async function endSessions(
  db: Db,
  { uid, except, now }: { uid: string; except?: string; now: Date },
): Promise<number> {
  return db.transaction(async (tx) => {
    await revokeProofs(tx, { uid, now });
    return removeSessions(tx, { uid, except });
  });
}

/** Invalidates proofs of identity from before `now`. */
export async function revokeProofs(db: Db, { uid, now }: { uid: string; now: Date }): Promise<void> {
  const latest = sql`greatest(${users.proofsAfter}, ${now.toISOString()}::timestamptz)`;
  await db.update(users).set({ proofsAfter: latest }).where(eq(users.uid, uid));
}

/** Removes a user's sessions but keeps proofs valid. @returns number of removed sessions */
export async function removeSessions(
  db: Db,
  { uid, except }: { uid: string; except?: string },
): Promise<number> {
  const others = except === undefined ? undefined : ne(sessions.tokenHash, except);
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.uid, uid), others))
    .returning({ uid: sessions.uid });
  return ended.length;
}

/** The session user info of the contract. */
export function infoOf(user: User, now: Date): UserInfo {
  return {
    uid: user.uid,
    anonymous: user.anonymous ? 1 : 0,
    is_vip: isVip(user, now),
    vip_tier: vipTier(user, now),
    admin: user.admin,
    name: user.name,
    avatar: user.avatar,
    email: user.email,
    vip_until: user.vipUntil?.toISOString() ?? null,
    data_saver: user.dataSaver,
    recommending: user.recommending,
  };
}

/** The same of a session: with its profile, and without what a kids profile is not to know. */
export function infoOfSession(session: Pick<Session, "user" | "viewer" | "profile">, now: Date): UserInfo {
  const { user, viewer, profile } = session;
  const info = { ...infoOf(user, now), recommending: viewer.recommending };
  if (!profile) return info;
  const shown = { ...info, profile: profileInfoOf(profile) };
  return profile.restricted ? { ...shown, admin: 0, email: null, vip_until: null } : shown;
}

/** What is stored of a token: 64 hexadecimal digits. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
