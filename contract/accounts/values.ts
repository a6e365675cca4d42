/** Filters of the list of accounts; the role `admin` = any level above none. */
export const userRoles = ["guest", "member", "admin", "viewer", "editor", "owner"] as const;
export const vipStates = ["active", "lapsed", "never"] as const;
export const userStatuses = ["active", "banned"] as const;

/** Why an account was suspended; the user reads it in their own language. */
export const banReasons = ["abuse", "spam", "sharing", "rights", "payment", "other"] as const;

/** Longest suspension or membership that an admin gives, in days. */
export const mostDays = 36_500;
/** Largest number of accounts in one bulk action. */
export const mostUsersAtOnce = 500;

export const longestEmail = 254;
/** Bounds the work of hashing. */
export const longestPassword = 256;
export const longestUserName = 80;

/** Profiles of an account, its own one among them. */
export const mostProfiles = 5;
export const longestProfileName = 30;
/** Pictures that a profile can be told by, by their numbers from 0. */
export const profileLooks = 8;
/** The highest age limit of a kids profile: titles from 18 on are for no child. */
export const mostKidsAge = 17;
/** Digits of a PIN. */
export const shortestPin = 4;
export const longestPin = 6;

/** Device classes of the analysis. More classes would begin to identify users. */
export const deviceClasses = ["phone", "tablet", "computer", "tv", "native", "unknown"] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/** Passkeys of one account. */
export const mostPasskeys = 20;
export const longestPasskeyName = 60;

/** What every API key begins with, so that it is recognised in a log or a repository. */
export const keyPrefix = "mk_";
/** Letters of the name of an API key. */
export const longestKeyName = 80;
/** `idle`: the admin who made it is no owner any more, or is suspended. */
export const keyStates = ["active", "expired", "revoked", "idle"] as const;
export type KeyState = (typeof keyStates)[number];
