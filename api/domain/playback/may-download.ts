import { needsVip, opens, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { DownloadPolicy } from "../../../contract/index.ts";
import { isVip, type User } from "../kernel/user.ts";
import { entitledUntil, reachedBy } from "./access.ts";

const dayMs = 86_400_000;
/** Days a licence is valid without contact with the server. */
export const licenceDays = 30;
/** Days after the end of a membership during which the downloads are kept for a renewal. */
const graceDays = 2;

/** Whether a user may download at all; whether they may watch this movie is a separate check. */
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
 * When a user has to ask again to keep a download: it ends with the membership it needs.
 * @returns null if the user may not keep it
 */
export function licenceEnd({
  policy,
  access,
  user,
  now,
}: {
  policy: DownloadPolicy;
  /** The level required to watch it. */
  access: AccessLevel;
  user: User;
  now: Date;
}): Date | null {
  if (!mayDownload({ policy, user, now })) return null;
  if (!opens(reachedBy(user, now), access)) return null;
  const end = now.getTime() + licenceDays * dayMs;
  const until = entitledUntil(user, policy === "vip" && !needsVip(access) ? "vip" : access);
  return new Date(until ? Math.min(end, until.getTime() + graceDays * dayMs) : end);
}
