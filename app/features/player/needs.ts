import { levelOfTier, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { PlaybackStart, UserInfo } from "../../../contract/index.ts";

/** The level that a user lacks who may watch only a teaser. */
export type Needs = NonNullable<PlaybackStart["teaser"]>["needs"];

/** The user's level, as the API sees it: a guest who is a VIP has paid for the member level, too. */
export function reachedBy(user: Pick<UserInfo, "anonymous" | "vip_tier"> | null): AccessLevel {
  if (user && user.vip_tier > 0) return levelOfTier(user.vip_tier);
  return user?.anonymous === 0 ? "signed-in" : "free";
}

/** Links to the page where a user gets the level an episode needs, and from there back. */
export const plansUrl = (to: string) => `/page/membership?${new URLSearchParams({ to })}`;
export const signInUrl = (to: string) => `/page/login?${new URLSearchParams({ to })}`;
export const joinUrl = (to: string) => `/page/login?${new URLSearchParams({ mode: "sign-up", to })}`;
