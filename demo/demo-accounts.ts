import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";
import { localIdentities, users } from "../api/db/schema.ts";

/** Accounts with public passwords: they exist with DEMO only, which refuses a public address. */
export const demoAccounts = [
  { email: "admin@demo.test", password: "demo-admin-1", name: "Ada (admin)", admin: 3, vip: true },
  { email: "vip@demo.test", password: "demo-vip-1", name: "Vera (VIP)", admin: 0, vip: true },
  { email: "user@demo.test", password: "demo-user-1", name: "Uli (member)", admin: 0, vip: false },
];

/**
 * Removes the demo's accounts with their sessions, and its invented guests; the catalogue stays. An account with one of
 * the same addresses that the demo did not make is kept.
 */
export async function removeDemoAccounts(db: Db): Promise<void> {
  const emails = demoAccounts.map(({ email }) => email);
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(users)
      .where(and(eq(users.demo, true), or(inArray(users.email, emails), isNull(users.email))))
      .returning({ uid: users.uid });
    const uids = gone.map(({ uid }) => uid);
    if (uids.length > 0) await tx.delete(localIdentities).where(inArray(localIdentities.uid, uids));
  });
}
