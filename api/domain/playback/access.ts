import type { AccessLevel } from "../../../contract/catalogue/values.ts";
import { isVip, type User } from "../kernel/user.ts";

/** What decides how much a user may watch. */
export type Viewer = Pick<User, "anonymous" | "admin" | "vipUntil">;

/** The access level of a user. A guest who is a VIP has also reached the level of an account. */
export function reachedBy(user: Viewer | null, now: Date): AccessLevel {
  if (!user) return "free";
  if (isVip(user, now)) return "vip";
  return user.anonymous ? "free" : "signed-in";
}
