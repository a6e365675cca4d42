import { and, eq, gt, isNull, or } from "drizzle-orm";
import { keyPrefix } from "../../../../contract/accounts/values.ts";
import type { Db } from "../../../db/client.ts";
import { apiKeys, bans, users } from "../../../db/schema.ts";
import { mayDo } from "../../kernel/user.ts";
import { hashOf, type Session } from "../identity/session.ts";

/** How often "last used" is written. */
const touchEveryMs = 60_000;

/** Whether a bearer token has the form of an API key; a session's token is three letters shorter. */
export function isApiKey(token: string): boolean {
  return token.length === keyPrefix.length + 43 && token.startsWith(keyPrefix);
}

/**
 * Who makes a call by an API key: the owner who made the key, with the key's permissions.
 * @returns null for an unknown, revoked or expired key, and for one of an admin who may no longer make keys or is suspended
 */
export async function findKey(db: Db, { token, now }: { token: string; now: Date }): Promise<Session | null> {
  const keyHash = hashOf(token);
  const [row] = await db
    .select({ user: users, key: apiKeys, banned: bans.uid })
    .from(apiKeys)
    .innerJoin(users, eq(users.uid, apiKeys.uid))
    .leftJoin(bans, and(eq(bans.uid, apiKeys.uid), or(isNull(bans.until), gt(bans.until, now))))
    .where(eq(apiKeys.keyHash, keyHash))
    .limit(1);
  if (!row || row.key.revokedAt || row.banned !== null || !mayDo(row.user, "keys.write")) return null;
  const { id, name, permissions, expiresAt, lastUsedAt } = row.key;
  if (expiresAt && expiresAt <= now) return null;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= touchEveryMs)
    await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
  // Who made it had to confirm that.
  const user = { ...row.user, key: { id, name, permissions } };
  return { user, viewer: user, profile: null, tokenHash: keyHash, confirmedAt: now };
}
