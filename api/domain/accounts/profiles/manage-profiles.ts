import { randomBytes } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { mostProfiles } from "../../../../contract/accounts/values.ts";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { profiles, sessions, users } from "../../../db/schema.ts";
import { plainDigits } from "../factors/check-factor.ts";
import { isConfirmed } from "../factors/confirm-session.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { Session } from "../identity/session.ts";
import { requireManager } from "./list-profiles.ts";
import type { ProfileRow } from "./open-profile.ts";
import { isPin, type Pins } from "./pins.ts";

type By = { session: Session; now: Date };

/**
 * Adds a profile. With the first one the account's own gets its row, and is the one that this session has open.
 * @throws Failure forbidden · profile_needed · conflict where there are as many as an account may have
 */
export async function createProfile(
  db: Db,
  { session, now, name, look, locale, age_limit, unrated }: ParsedOf<"profiles/create"> & By,
): Promise<{ id: string }> {
  const { uid } = requireManager(session).user;
  const id = randomBytes(16).toString("base64url");
  await db.transaction(async (tx) => {
    await lockAccount(tx, uid);
    await tx.insert(profiles).values({ id: uid, uid, look: 0, createdAt: now }).onConflictDoNothing();
    const [held] = await tx.select({ n: count() }).from(profiles).where(eq(profiles.uid, uid));
    if (held!.n >= mostProfiles) throw new Failure("conflict");
    await tx
      .insert(profiles)
      .values({ id, uid, name, look, locale, ageLimit: age_limit, unrated, createdAt: now });
    await tx.update(sessions).set({ profileId: uid }).where(eq(sessions.tokenHash, session.tokenHash));
  });
  return { id };
}

/**
 * Changes a profile. The account's own one can't become a kids profile.
 * @throws Failure forbidden · profile_needed · not_found · confirm_required to let a kids profile see more
 */
export async function saveProfileOf(
  db: Db,
  { session, now, id, name, look, locale, age_limit, unrated }: ParsedOf<"profiles/save"> & By,
): Promise<void> {
  const { uid } = requireManager(session).user;
  await db.transaction(async (tx) => {
    const before = await lockProfile(tx, { uid, id });
    if (id === uid && age_limit !== null) throw invalidField("age_limit", "choice");
    const after = { ageLimit: age_limit, unrated: age_limit !== null && unrated };
    if (showsMore(before, after) && !isConfirmed(session, now)) throw new Failure("confirm_required");
    await tx
      .update(profiles)
      .set({ name, look, locale, ...after })
      .where(eq(profiles.id, id));
  });
}

function showsMore(before: ProfileRow, after: { ageLimit: number | null; unrated: boolean }): boolean {
  if (before.ageLimit === null) return false;
  return after.ageLimit === null || after.ageLimit > before.ageLimit || (after.unrated && !before.unrated);
}

/**
 * Sets or removes the PIN of a profile; the caller's session was confirmed.
 * @throws Failure forbidden · profile_needed · not_found · invalid for what is no PIN
 */
export async function setPin(
  { db, pins }: { db: Db; pins: Pins },
  { session, id, pin }: ParsedOf<"profiles/pin"> & { session: Session },
): Promise<void> {
  const { uid } = requireManager(session).user;
  const digits = pin === null ? null : plainDigits(pin);
  if (digits !== null && !isPin(digits)) throw invalidField("pin", "format");
  const pinHash = digits === null ? null : await pins.hash(digits, id);
  const changed = await db
    .update(profiles)
    .set({ pinHash })
    .where(and(eq(profiles.id, id), eq(profiles.uid, uid)))
    .returning({ id: profiles.id });
  if (changed.length === 0) throw new Failure("not_found");
}

/**
 * Deletes a profile with its list, history, votes and licences, and ends the sessions that have it open. Without further
 * ones the account's own row goes too, and the account is as it was before the first.
 * @throws Failure forbidden, also for the account's own one · profile_needed · not_found
 */
export async function deleteProfile(
  db: Db,
  { session, id }: ParsedOf<"profiles/delete"> & { session: Session },
): Promise<void> {
  const { uid } = requireManager(session).user;
  if (id === uid) throw new Failure("forbidden");
  await db.transaction(async (tx) => {
    await lockAccount(tx, uid);
    await lockProfile(tx, { uid, id });
    await tx.delete(profiles).where(eq(profiles.id, id));
    const [left] = await tx.select({ n: count() }).from(profiles).where(eq(profiles.uid, uid));
    if (left!.n > 1) return;
    await tx.update(sessions).set({ profileId: null }).where(eq(sessions.profileId, uid));
    await tx.delete(profiles).where(eq(profiles.id, uid));
  });
}

/** Profiles of one account are added and deleted one at a time. */
async function lockAccount(tx: Db, uid: string): Promise<void> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for("update");
}

async function lockProfile(tx: Db, { uid, id }: { uid: string; id: string }): Promise<ProfileRow> {
  const [row] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.uid, uid)))
    .for("update");
  if (!row) throw new Failure("not_found");
  return row;
}
