import { sql } from "drizzle-orm";
import type { ProfileInfo } from "../../../../contract/index.ts";
import type { profiles } from "../../../db/schema.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import type { User } from "../../kernel/user.ts";

export type ProfileRow = typeof profiles.$inferSelect;

/** What a session knows of its profile. */
export type SessionProfile = Pick<
  ProfileRow,
  "id" | "uid" | "name" | "look" | "ageLimit" | "unrated" | "pinHash" | "recording" | "recommending"
>;

/**
 * The profile of a session as a column of its row: the one that is open, or where none was chosen the account's own, which
 * is there once it has further ones. As one value: every call reads it, and a dozen columns of a join cost three times as
 * much.
 */
export const profileColumn = sql<Record<string, unknown> | null>`(
  select to_jsonb(p) from profile p where p.id = coalesce(user_session.profile_id, user_session.uid))`;

/** The value of `profileColumn`. */
export function readProfile(value: Record<string, unknown> | null): SessionProfile | null {
  if (value === null) return null;
  const { age_limit, pin_hash, ...same } = value;
  const { id, uid, name, look, unrated, recording, recommending } = same as SessionProfile;
  const [ageLimit, pinHash] = [age_limit as number | null, pin_hash as string | null];
  return { id, uid, name, look, unrated, recording, recommending, ageLimit, pinHash };
}

/** The profile of a session. */
export type OpenProfile = {
  row: SessionProfile;
  /** One was chosen in this session; else it is the account's own. */
  chosen: boolean;
  main: boolean;
  /** None was chosen, and the account's own one is protected: there is nothing to see before one is. */
  locked: boolean;
  ageLimit: AgeLimit;
  /** Only what `restricted-calls.ts` names may be done: it is a kids profile, or locked. */
  restricted: boolean;
};

/** What a session may do that has a profile open. @param chosen the session names it */
export function openProfile(row: SessionProfile, chosen: boolean): OpenProfile {
  const locked = !chosen && row.pinHash !== null;
  return {
    row,
    chosen,
    main: row.id === row.uid,
    locked,
    ageLimit: locked ? { age: -1, unrated: false } : limitOf(row),
    restricted: locked || row.ageLimit !== null,
  };
}

/** What a profile may see; null = everything. */
export function limitOf({ ageLimit, unrated }: Pick<ProfileRow, "ageLimit" | "unrated">): AgeLimit {
  return ageLimit === null ? null : { age: ageLimit, unrated };
}

/** Whose list and history they are: the user's, or a further profile's, with the rights and the language of the user. */
export function viewerOf(user: User, profile: SessionProfile | null): User {
  if (!profile || profile.id === user.uid) return user;
  const { id, recording, recommending } = profile;
  return { ...user, uid: id, recording, recommending };
}

/** A profile as the contract's user info has it. */
export function profileInfoOf({ row, main, chosen }: OpenProfile): ProfileInfo {
  const { id, name, look, ageLimit, unrated } = row;
  return { id, name, look, main, age_limit: ageLimit, unrated, chosen };
}
