import { isPermitted, type Permission } from "../../../contract/accounts/permissions.ts";
import { mostTiers } from "../../../contract/fields.ts";
import type { users } from "../../db/schema.ts";

/** The API key by which an admin's software makes a call. */
export type UsedKey = { id: string; name: string; permissions: readonly Permission[] };

/** An account or a guest: the row by which every area knows a user. `key`: what acts in the name of the admin. */
export type User = typeof users.$inferSelect & { key?: UsedKey };

/**
 * Whether an admin may do an action: by the level, and with a key only what the key is for as well. Wherever the caller's
 * own right is checked it is by this, since a call of one permission may also do what needs another.
 */
export function mayDo({ admin, key }: Pick<User, "admin" | "key">, permission: Permission): boolean {
  return isPermitted(admin, permission) && (key === undefined || key.permissions.includes(permission));
}

/** What says in which tiers a user is VIP. */
export type VipEnds = Pick<User, "vipUntil" | "vip2Until" | "vip3Until">;

/** When a user's membership of a tier ends; null = never was VIP of that tier. */
export function vipEndOf({ vipUntil, vip2Until, vip3Until }: VipEnds, tier: number): Date | null {
  return [vipUntil, vip2Until, vip3Until][tier - 1] ?? null;
}

/** The highest tier in which a user is VIP; 0 = none. Admins see what VIPs see, because they have to judge it. */
export function vipTier(user: Pick<User, "admin"> & VipEnds, now: Date): number {
  if (user.admin > 0) return mostTiers;
  const ends = [user.vipUntil, user.vip2Until, user.vip3Until];
  return ends.findLastIndex((end) => end !== null && end > now) + 1;
}

export function isVip(user: Pick<User, "admin"> & VipEnds, now: Date): boolean {
  return vipTier(user, now) > 0;
}
