import type { users } from "../../db/schema.ts";

/** Whoever has an account, a guest's included: the row that every area knows a person by. */
export type User = typeof users.$inferSelect;

/** Admins see what VIPs see: they have to judge it. */
export function isVip(user: User, now: Date): boolean {
  return user.admin > 0 || (user.vipUntil !== null && user.vipUntil > now);
}
