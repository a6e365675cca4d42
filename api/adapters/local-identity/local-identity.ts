import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import { defaultPasswordPolicy } from "../../../contract/accounts/password-policy.ts";
import type { Db } from "../../db/client.ts";
import { isTaken } from "../../db/fault.ts";
import { localIdentities, passwordResets } from "../../db/schema.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityProvider, IdentityState, ProvenIdentity } from "../../ports/identity.ts";
import { createPasswordHasher } from "./password-hasher.ts";

const issuer = "matinee/local-identity";
const proofMinutes = 5;
const resetMinutes = 60;
/** A hash takes some 30 ms, so the last in the queue waits a second. */
const mostWaiting = 32;

/**
 * The embedded identity provider: accounts in the same database, argon2id, and short-lived signed tokens as proofs.
 * @param secret at least 32 bytes; signs proofs
 * @param busy makes the error for a caller when too many passwords wait for hashing
 */
export function createLocalIdentity({
  db,
  secret,
  clock,
  busy,
}: {
  db: Db;
  secret: Uint8Array;
  clock: Clock;
  busy: () => Error;
}): IdentityProvider {
  // At most two hashes at once; one processor stays free for other work.
  const atOnce = availableParallelism() > 2 ? 2 : 1;
  const { hash: hashPassword, verify: verifyPassword } = createPasswordHasher({ atOnce, mostWaiting, busy });
  // Verified against when the account does not exist, so that both answers take the same time.
  const nobody = hashPassword(randomUUID());

  /**
   * A proof is valid only while this value is unchanged: the account stays a guest's, or keeps its password. The hash
   * never leaves this file.
   */
  const standingOf = ({ uid, email, passwordHash }: Row) =>
    createHmac("sha256", secret)
      .update(`standing ${uid} ${email === null ? "guest" : passwordHash}`)
      .digest("base64url");

  async function prove(row: Row): Promise<ProvenIdentity> {
    const state = stateOf(row);
    // Not rounded: this separates proofs made before the sessions were ended from those made after.
    const now = clock.now().getTime() / 1000;
    const proof = await new SignJWT({ standing: standingOf(row) })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(issuer)
      .setJti(randomUUID())
      .setSubject(state.uid)
      .setIssuedAt(now)
      .setExpirationTime(now + proofMinutes * 60)
      .sign(secret);
    return { state, proof };
  }

  async function find(uid: string): Promise<Row | undefined> {
    const [row] = await db.select().from(localIdentities).where(eq(localIdentities.uid, uid)).limit(1);
    return row;
  }

  async function findByEmail(email: string): Promise<Row | undefined> {
    const [row] = await db
      .select()
      .from(localIdentities)
      .where(eq(localIdentities.email, fold(email)))
      .limit(1);
    return row;
  }

  const matches = async (row: Row | undefined, password: string) =>
    verifyPassword(password, row?.passwordHash ?? (await nobody));

  return {
    kind: "local",
    passwordPolicy: () => defaultPasswordPolicy,

    async verify({ uid, proof }) {
      const options = {
        issuer,
        algorithms: ["HS256"],
        requiredClaims: ["sub", "exp", "iat", "jti"],
        currentDate: clock.now(),
      };
      const claims = await jwtVerify(proof, secret, options).then(
        (r) => r.payload,
        () => null,
      );
      if (claims?.sub !== uid) return null;
      const row = await find(uid);
      if (!row || claims.standing !== standingOf(row)) return null;
      const at = (seconds: number) => new Date(Math.round(seconds * 1000));
      return { state: stateOf(row), id: claims.jti!, provenAt: at(claims.iat!), expiresAt: at(claims.exp!) };
    },

    async createAnonymous() {
      const [row] = await db.insert(localIdentities).values({ uid: newUid() }).returning();
      return prove(row!);
    },

    async signIn({ email, password }) {
      const row = await findByEmail(email);
      return (await matches(row, password)) && row ? prove(row) : null;
    },

    async signUp({ email, password, name, guestUid }) {
      // Hash and verify in both cases, so that the work does not depend on whether the account exists.
      const passwordHash = await hashPassword(password);
      const known = await findByEmail(email);
      const same = await matches(known, password);
      // A repeated form, or a person who already has an account: the password proves the owner.
      if (known) return same ? prove(known) : null;
      const account = { email: fold(email), passwordHash, name };
      const saved = (guestUid ? await upgrade(db, guestUid, account) : null) ?? (await create(db, account));
      if (saved) return prove(saved);
      // Another request created the account first, perhaps a second click of the same person.
      const faster = await findByEmail(email);
      return (await matches(faster, password)) && faster ? prove(faster) : null;
    },

    isKnown: async (email) => (await findByEmail(email)) !== undefined,

    async forgotPassword({ email }) {
      const now = clock.now();
      await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
      const row = await findByEmail(email);
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
        const [row] = await tx
          .update(localIdentities)
          .set({ passwordHash })
          .where(eq(localIdentities.uid, reset.uid))
          .returning();
        return row ? stateOf(row) : null;
      });
    },

    async changePassword({ uid, current, password }) {
      const row = await find(uid);
      if (!(await matches(row, current)) || !row) return false;
      const passwordHash = await hashPassword(password);
      await db.transaction(async (tx) => {
        await tx.update(localIdentities).set({ passwordHash }).where(eq(localIdentities.uid, uid));
        await tx.delete(passwordResets).where(eq(passwordResets.uid, uid));
      });
      return true;
    },

    async confirmOwner({ uid, password }) {
      const row = await find(uid);
      const known = !row?.passwordHash || (password !== undefined && (await matches(row, password)));
      // The account is in this database, so the code that removes a person's rows removes it too.
      return known ? { erase: async () => {} } : null;
    },
  };
}

type Row = typeof localIdentities.$inferSelect;

type NewAccount = { email: string; passwordHash: string; name: string | null };

/**
 * Turns the guest into the account and keeps the uid. @returns null when it is no longer a guest, or the e-mail is
 * taken
 */
async function upgrade(db: Db, uid: string, account: NewAccount): Promise<Row | null> {
  const guest = and(eq(localIdentities.uid, uid), isNull(localIdentities.email));
  try {
    const [row] = await db.update(localIdentities).set(account).where(guest).returning();
    return row ?? null;
  } catch (error) {
    if (isTaken(error)) return null;
    throw error;
  }
}

/** @returns null when the e-mail is taken */
async function create(db: Db, account: NewAccount): Promise<Row | null> {
  const [row] = await db
    .insert(localIdentities)
    .values({ uid: newUid(), ...account })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

function stateOf(row: Row): IdentityState {
  return {
    uid: row.uid,
    anonymous: row.email === null,
    email: row.email,
    name: row.name,
    avatar: row.avatar,
  };
}

/** 128 random bits, like Firebase's uids: opaque and not countable. */
function newUid(): string {
  return randomBytes(16).toString("base64url");
}

function fold(email: string): string {
  return email.normalize("NFKC").toLowerCase();
}

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
