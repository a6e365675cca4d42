import type { AccessLevel } from "../../../contract/catalogue/access-levels.ts";
import type { PlaybackStart, UserInfo } from "../../../contract/index.ts";

/** What somebody lacks who may watch no more than a film's beginning. */
export type Needs = NonNullable<PlaybackStart["preview"]>["needs"];

/** The level somebody has reached, as the API sees it: a guest who is a VIP has paid for what an account opens, too. */
export function reachedBy(user: Pick<UserInfo, "anonymous" | "is_vip"> | null): AccessLevel {
  if (user?.is_vip) return "vip";
  return user?.anonymous === 0 ? "signed-in" : "free";
}

/** Addresses that lead to what a film needs, and from there back to it. */
export const plansUrl = (to: string) => `/page/membership?${new URLSearchParams({ to })}`;
export const signInUrl = (to: string) => `/page/login?${new URLSearchParams({ to })}`;
export const joinUrl = (to: string) => `/page/login?${new URLSearchParams({ mode: "sign-up", to })}`;
