import type { users } from "../../db/schema.ts";

/** An account or a guest: the row by which every area knows a user. */
export type User = typeof users.$inferSelect;

/** Admins see what VIPs see, because they have to judge it. */
export function isVip(user: Pick<User, "admin" | "vipUntil">, now: Date): boolean {
  return user.admin > 0 || (user.vipUntil !== null && user.vipUntil > now);
}
