import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isTaken } from "../../db/fault.ts";
import { localIdentities, passwordResets, signInLinks } from "../../db/schema.ts";
import type { AddressBook } from "../../ports/identity.ts";
import { find, fold } from "./accounts.ts";

/** Addresses of the accounts in our own database. */
export function createAddresses(db: Db): AddressBook {
  return {
    async isConfirmed(uid) {
      const row = await find(db, uid);
      return row !== undefined && row.email !== null && row.confirmedEmail === row.email;
    },
    async confirm({ uid, email }) {
      const confirmedEmail = fold(email);
      const confirmed = await db
        .update(localIdentities)
        .set({ confirmedEmail })
        .where(and(eq(localIdentities.uid, uid), eq(localIdentities.email, confirmedEmail)))
        .returning({ uid: localIdentities.uid });
      return confirmed.length > 0;
    },
    async change({ uid, email }) {
      const set = { email: fold(email), confirmedEmail: fold(email) };
      try {
        await db.transaction(async (tx) => {
          await tx.update(localIdentities).set(set).where(eq(localIdentities.uid, uid));
          // Links in the former mailbox must not open the account any more.
          await tx.delete(passwordResets).where(eq(passwordResets.uid, uid));
          await tx.delete(signInLinks).where(eq(signInLinks.uid, uid));
        });
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
      }
    },
  };
}
