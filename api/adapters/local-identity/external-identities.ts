import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { externalIdentities, localIdentities } from "../../db/schema.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ExternalIdentities, ProvenIdentity } from "../../ports/identity.ts";
import { createExternal, findByEmail, type Row } from "./accounts.ts";

/** Accounts of users whom the operator's own provider knows. */
export function createExternalIdentities({
  db,
  clock,
  prove,
}: {
  db: Db;
  clock: Clock;
  prove: (row: Row) => Promise<ProvenIdentity>;
}): ExternalIdentities {
  const keyOf = ({ issuer, subject }: { issuer: string; subject: string }) =>
    and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject));

  async function find(of: { issuer: string; subject: string }): Promise<ProvenIdentity | null> {
    const [used] = await db
      .update(externalIdentities)
      .set({ usedAt: clock.now() })
      .where(keyOf(of))
      .returning({ uid: externalIdentities.uid });
    if (!used) return null;
    const [row] = await db.select().from(localIdentities).where(eq(localIdentities.uid, used.uid));
    return row ? prove(row) : null;
  }

  return {
    find,

    async create({ issuer, subject, email, name }) {
      // An address proves nothing here but that its owner may have an account already: never that one's key.
      if (email && (await findByEmail(db, email))) return null;
      const made = await db.transaction(async (tx) => {
        const row = await createExternal(tx, { email, name });
        if (!row) return null;
        const link = { issuer, subject, uid: row.uid, label: email ?? name, createdAt: clock.now() };
        const linked = await tx.insert(externalIdentities).values(link).onConflictDoNothing().returning();
        if (linked.length > 0) return row;
        // Another request was faster: its account is the one.
        await tx.delete(localIdentities).where(eq(localIdentities.uid, row.uid));
        return null;
      });
      return made ? prove(made) : find({ issuer, subject });
    },

    async link({ uid, issuer, subject, label }) {
      const link = { issuer, subject, uid, label, createdAt: clock.now() };
      await db.insert(externalIdentities).values(link).onConflictDoNothing();
      const [row] = await db.select().from(externalIdentities).where(keyOf({ issuer, subject }));
      return row?.uid === uid;
    },

    async list(uid) {
      return db
        .select()
        .from(externalIdentities)
        .where(eq(externalIdentities.uid, uid))
        .orderBy(externalIdentities.createdAt);
    },

    async unlink({ uid, issuer, subject }) {
      const gone = await db
        .delete(externalIdentities)
        .where(and(keyOf({ issuer, subject }), eq(externalIdentities.uid, uid)))
        .returning({ uid: externalIdentities.uid });
      return gone.length > 0;
    },

    async hasPassword(uid) {
      const [row] = await db
        .select({ uid: localIdentities.uid })
        .from(localIdentities)
        .where(and(eq(localIdentities.uid, uid), isNotNull(localIdentities.passwordHash)));
      return row !== undefined;
    },
  };
}
