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

/** Device classes of the analysis. More classes would begin to identify users. */
export const deviceClasses = ["phone", "tablet", "computer", "tv", "native", "unknown"] as const;
export type DeviceClass = (typeof deviceClasses)[number];
