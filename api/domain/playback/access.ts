import type { AccessLevel } from "../../../contract/catalogue/access-levels.ts";
import { isVip, type User } from "../accounts/identity/session.ts";

/**
 * What it takes to watch an episode whole: its own level, else its title's.
 * @param guestWatching false = nothing is watched without an account
 */
export function levelOf({
  episode,
  title,
  guestWatching = true,
}: {
  episode: AccessLevel | null;
  title: AccessLevel;
  guestWatching?: boolean;
}): AccessLevel {
  const level = episode ?? title;
  return level === "free" && !guestWatching ? "signed-in" : level;
}

/** The level somebody has reached: a guest who is a VIP has paid for what an account opens, too. */
export function reachedBy(user: User | null, now: Date): AccessLevel {
  if (!user) return "free";
  if (isVip(user, now)) return "vip";
  return user.anonymous ? "free" : "signed-in";
}
