import type { AccessLevel } from "../../../contract/catalogue/access-levels.ts";
import { isVip, type User } from "../kernel/user.ts";

/** The level somebody has reached: a guest who is a VIP has paid for what an account opens, too. */
export function reachedBy(user: User | null, now: Date): AccessLevel {
  if (!user) return "free";
  if (isVip(user, now)) return "vip";
  return user.anonymous ? "free" : "signed-in";
}
