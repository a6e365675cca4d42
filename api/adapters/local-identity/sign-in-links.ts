import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { localIdentities, signInLinks, users } from "../../db/schema.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ProvenIdentity, SignInLinks } from "../../ports/identity.ts";
import { findByEmail, type Row } from "./accounts.ts";

const linkMinutes = 15;

/** The two steps of a sign-in by mail: a code for the mail, and a proof for the code. */
export function createSignInLinks({
  db,
  clock,
  prove,
}: {
  db: Db;
  clock: Clock;
  prove: (row: Row) => Promise<ProvenIdentity>;
}): SignInLinks {
  return {
    async begin(email) {
      const now = clock.now();
      await db.delete(signInLinks).where(lte(signInLinks.expiresAt, now));
      const row = await findByEmail(db, email);
      if (!row?.email) return null;
      const code = randomBytes(32).toString("base64url");
      const expiresAt = new Date(now.getTime() + linkMinutes * 60_000);
      await db
        .insert(signInLinks)
        .values({ codeHash: hashOf(code), uid: row.uid, createdAt: now, expiresAt });
      return { email: row.email, code };
    },

    async enter(code) {
      const row = await db.transaction(async (tx) => {
        const [used] = await tx
          .delete(signInLinks)
          .where(and(eq(signInLinks.codeHash, hashOf(code)), gt(signInLinks.expiresAt, clock.now())))
          .returning();
        if (!used) return null;
        // Those of earlier mails have no use any more.
        await tx.delete(signInLinks).where(eq(signInLinks.uid, used.uid));
        // A link from before the account's sessions were ended opens no more than an open session does.
        const [ended] = await tx
          .select({ uid: users.uid })
          .from(users)
          .where(and(eq(users.uid, used.uid), sql`${users.proofsAfter} >= ${used.createdAt.toISOString()}`));
        if (ended) return null;
        const [found] = await tx.select().from(localIdentities).where(eq(localIdentities.uid, used.uid));
        return found ?? null;
      });
      return row && prove(row);
    },
  };
}

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
