import { asc, eq, sql } from "drizzle-orm";
import type { OutputOf, Profile } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { profiles } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { isConfirmed } from "../factors/confirm-session.ts";
import type { Session } from "../identity/session.ts";
import type { ProfileRow } from "./open-profile.ts";

/** How a session stands to the profiles of its account. `byProof`: the provider's proof of its sign-in opens them. */
export type Chooser = { session: Session; byProof: boolean; now: Date };

/** The profiles of an account, its own first, then the oldest. */
export function profilesOf(db: Db, uid: string): Promise<ProfileRow[]> {
  return db
    .select()
    .from(profiles)
    .where(eq(profiles.uid, uid))
    .orderBy(sql`${profiles.id} <> ${profiles.uid}`, asc(profiles.createdAt), asc(profiles.id));
}

/** The profiles of the session's account, as the one who chooses sees them. */
export async function listProfiles(db: Db, chooser: Chooser): Promise<OutputOf<"profiles/list">> {
  const { session } = chooser;
  const rows = await profilesOf(db, session.user.uid);
  return {
    items: rows.map((row): Profile => {
      const { id, uid, name, look, locale, ageLimit, unrated, pinHash } = row;
      return {
        id,
        name: name ?? session.user.name,
        look,
        main: id === uid,
        age_limit: ageLimit,
        unrated,
        protected: pinHash !== null,
        locale: locale as Locale | null,
        current: isOpen(session, row),
        asks: asksSecret(chooser, row),
      };
    }),
    possible: mayHaveProfiles(session.user),
    manages: manages(session),
  };
}

/** Guests would lose theirs, and users of a native host have no password for a forgotten PIN. */
function mayHaveProfiles({ anonymous, uid }: User): boolean {
  return !anonymous && !uid.startsWith("native:");
}

/** Profiles are changed in the account's own one, which may be protected. */
function manages({ user, profile }: Session): boolean {
  return mayHaveProfiles(user) && (profile === null || (profile.main && !profile.restricted));
}

/** @throws Failure forbidden for an account without profiles · profile_needed in another profile than its own */
export function requireManager(session: Session): Session {
  if (!mayHaveProfiles(session.user)) throw new Failure("forbidden");
  if (!manages(session)) throw new Failure("profile_needed");
  return session;
}

function isOpen({ profile }: Session, row: ProfileRow): boolean {
  return profile !== null && profile.chosen && profile.row.id === row.id;
}

/** Whether it takes a PIN or the password to open a profile from the one that is open. */
export function asksSecret({ session, byProof, now }: Chooser, row: ProfileRow): boolean {
  if (isOpen(session, row)) return false;
  if (row.pinHash === null && !leavesKids(session, row)) return false;
  // Where accounts have no password here, the sign-in of a moment ago stands in for it.
  return !(byProof && session.profile?.chosen === false && isConfirmed(session, now));
}

/** Whether a profile shows more than the kids profile that is open. */
export function leavesKids({ profile }: Session, row: ProfileRow): boolean {
  if (!profile || profile.row.ageLimit === null) return false;
  const { ageLimit, unrated } = profile.row;
  return row.ageLimit === null || row.ageLimit > ageLimit || (row.unrated && !unrated);
}
