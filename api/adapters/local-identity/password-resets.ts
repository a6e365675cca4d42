import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { localIdentities, passwordResets, signInLinks } from "../../db/schema.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityProvider } from "../../ports/identity.ts";
import { findByEmail, stateOf } from "./accounts.ts";

const resetMinutes = 60;

export type ResetOptions = { db: Db; clock: Clock; hashPassword: (password: string) => Promise<string> };

/** The two steps of a forgotten password: a code for the mail, and a new password for the code. */
export function createPasswordResets({
  db,
  clock,
  hashPassword,
}: ResetOptions): Pick<IdentityProvider, "forgotPassword" | "resetPassword"> {
  return {
    async forgotPassword({ email }) {
      const now = clock.now();
      await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
      const row = await findByEmail(db, email);
      if (!row?.email) return null;
      const code = randomBytes(32).toString("base64url");
      const expiresAt = new Date(now.getTime() + resetMinutes * 60_000);
      await db.insert(passwordResets).values({ codeHash: hashOf(code), uid: row.uid, expiresAt });
      return { email: row.email, name: row.name, code, expiresAt };
    },

    async resetPassword({ code, password }) {
      // Hash first, so that an invalid code takes as long as a valid one.
      const passwordHash = await hashPassword(password);
      const valid = and(eq(passwordResets.codeHash, hashOf(code)), gt(passwordResets.expiresAt, clock.now()));
      return db.transaction(async (tx) => {
        const [reset] = await tx.delete(passwordResets).where(valid).returning();
        if (!reset) return null;
        // Deletes the links of earlier mails too, because the owner has now signed in.
        await tx.delete(passwordResets).where(eq(passwordResets.uid, reset.uid));
        await tx.delete(signInLinks).where(eq(signInLinks.uid, reset.uid));
        const [row] = await tx
          .update(localIdentities)
          .set({ passwordHash })
          .where(eq(localIdentities.uid, reset.uid))
          .returning();
        return row ? stateOf(row) : null;
      });
    },
  };
}

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
