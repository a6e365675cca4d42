import { levelOfTier, needsVip, tierOf, type AccessLevel } from "../../../contract/catalogue/values.ts";
import { Failure } from "../kernel/failure.ts";
import { vipEndOf, vipTier, type User } from "../kernel/user.ts";

/** What decides how much a user may watch. */
export type Viewer = Pick<User, "anonymous" | "admin" | "vipUntil" | "vip2Until" | "vip3Until">;

/** The access level of a user. A guest who is a VIP has also reached the level of an account. */
export function reachedBy(user: Viewer | null, now: Date): AccessLevel {
  if (!user) return "free";
  const tier = vipTier(user, now);
  if (tier > 0) return levelOfTier(tier);
  return user.anonymous ? "free" : "signed-in";
}

/** When the membership ends that lets a user watch what needs a level; null = it needs none, or never, as for an admin. */
export function entitledUntil(user: Viewer | null, level: AccessLevel): Date | null {
  return user && user.admin <= 0 ? vipEndOf(user, tierOf(level)) : null;
}

/** Why a user who has not reached a level is refused. */
export function refusalOf(level: AccessLevel): Failure {
  return new Failure(needsVip(level) ? "vip_required" : "sign_in_required");
}
