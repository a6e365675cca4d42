import { opens, type AccessLevel } from "../../../contract/catalogue/access-levels.ts";
import type { DownloadPolicy } from "../../../contract/index.ts";
import { isVip, type User } from "../kernel/user.ts";
import { reachedBy } from "./access.ts";

const dayMs = 86_400_000;
/** A licence is good for this long without a word from the server. */
export const licenceDays = 30;
/** Days after the end of a membership in which a renewed one still finds the films. */
const graceDays = 2;

/** Whether a person may keep films at all; whether this film may be watched is another question. */
export function mayDownload({
  policy,
  user,
  now,
}: {
  policy: DownloadPolicy;
  user: User | null;
  now: Date;
}): boolean {
  if (!user || policy === "nobody") return false;
  return isVip(user, now) || (policy === "signed-in" && !user.anonymous);
}

/**
 * Until when a person may keep a film without asking again: it ends with the membership it needs.
 * @returns null where the person may not keep it
 */
export function licenceEnd({
  policy,
  access,
  user,
  now,
}: {
  policy: DownloadPolicy;
  /** What it takes to watch it. */
  access: AccessLevel;
  user: User;
  now: Date;
}): Date | null {
  if (!mayDownload({ policy, user, now })) return null;
  if (!opens(reachedBy(user, now), access)) return null;
  const end = now.getTime() + licenceDays * dayMs;
  const byMembership = access === "vip" || policy === "vip";
  if (!byMembership || user.admin > 0 || !user.vipUntil) return new Date(end);
  return new Date(Math.min(end, user.vipUntil.getTime() + graceDays * dayMs));
}
