import { gte, inArray, or } from "drizzle-orm";
import { adminLevels, type Permission } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { mayDo, type User } from "../../kernel/user.ts";

type Asking = { admin: User; permission: Permission };

/**
 * Locks accounts, the admin who changes them, and every owner, in one statement and one order. So two transactions
 * never deadlock, and the set of owners can't shrink meanwhile. The admin's current level is checked again.
 * @returns the existing accounts by uid, and the owners' uids
 * @throws Failure forbidden if the admin's level was lowered meanwhile
 */
export async function lockAsAdmin(
  tx: Db,
  { admin, permission, uids }: Asking & { uids: readonly string[] },
): Promise<{ admin: User; byUid: Map<string, User>; owners: string[] }> {
  const rows = await lockUsers(tx, [...uids, admin.uid]);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const row = byUid.get(admin.uid);
  const current = row && { ...row, ...(admin.key && { key: admin.key }) };
  if (!current || !mayDo(current, permission)) throw new Failure("forbidden");
  return { admin: current, byUid, owners: ownersOf(rows) };
}

/**
 * Locks one account that an admin changes.
 * @throws Failure not_found · forbidden for a user of a higher level than the admin
 */
export async function lockOneAsAdmin(
  tx: Db,
  { uid, ...asking }: Asking & { uid: string },
): Promise<{ admin: User; user: User; owners: string[] }> {
  const { admin, byUid, owners } = await lockAsAdmin(tx, { ...asking, uids: [uid] });
  const user = byUid.get(uid);
  if (!user) throw new Failure("not_found");
  if (isAbove(user, admin)) throw new Failure("forbidden");
  return { admin, user, owners };
}

/** Locks accounts and every owner. @returns all of them, ordered by uid */
export function lockUsers(tx: Db, uids: readonly string[]): Promise<User[]> {
  return tx
    .select()
    .from(users)
    .where(or(inArray(users.uid, [...new Set(uids)]), gte(users.admin, adminLevels.owner)))
    .orderBy(users.uid)
    .for("update");
}

/** The owners' uids, from rows that `lockUsers` returned. */
export function ownersOf(rows: readonly User[]): string[] {
  return rows.filter(({ admin }) => admin >= adminLevels.owner).map(({ uid }) => uid);
}

/** An admin can't change a user of a higher level. */
export function isAbove(user: User, admin: User): boolean {
  return user.admin > admin.admin;
}
