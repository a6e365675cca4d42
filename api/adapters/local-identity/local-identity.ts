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
/** A hash takes some 30 ms: who joins the end of the line waits a second. */
const mostWaiting = 32;

/**
 * The embedded identity provider: accounts in the same database, argon2id, proofs as short-lived signed tokens.
 * @param secret at least 32 bytes; signs proofs
 * @param busy makes the error for who comes when too many passwords wait to be hashed
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
  // Two of the four threads at most, and one processor is left to all else.
  const atOnce = availableParallelism() > 2 ? 2 : 1;
  const { hash: hashPassword, verify: verifyPassword } = createPasswordHasher({ atOnce, mostWaiting, busy });
  // Verified against when the account doesn't exist, so that both answers take the same time.
  const nobody = hashPassword(randomUUID());

  /** What a proof stands and falls with: that the account is a guest's, or its password. The hash stays here. */
  const standingOf = ({ uid, email, passwordHash }: Row) =>
    createHmac("sha256", secret)
      .update(`standing ${uid} ${email === null ? "guest" : passwordHash}`)
      .digest("base64url");

  async function prove(row: Row): Promise<ProvenIdentity> {
    const state = stateOf(row);
    // Not rounded: what was proven before the sessions were ended is told from what was proven after.
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
      // Both, whether or not there is such an account: either answer takes the same work.
      const passwordHash = await hashPassword(password);
      const known = await findByEmail(email);
      const same = await matches(known, password);
      // The same form sent twice, or somebody who forgot having joined: the password says that it is the owner.
      if (known) return same ? prove(known) : null;
      const account = { email: fold(email), passwordHash, name };
      const saved = (guestUid ? await upgrade(db, guestUid, account) : null) ?? (await create(db, account));
      if (saved) return prove(saved);
      // Somebody was faster, perhaps the other click of the same person.
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
      // First, so that what opens nothing takes as long as what does.
      const passwordHash = await hashPassword(password);
      const valid = and(eq(passwordResets.codeHash, hashOf(code)), gt(passwordResets.expiresAt, clock.now()));
      return db.transaction(async (tx) => {
        const [reset] = await tx.delete(passwordResets).where(valid).returning();
        if (!reset) return null;
        // The other mails' links as well: they were asked for to get in, which is done.
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
      // The account is in this database: whoever removes a person's rows removes it with them.
      return known ? { erase: async () => {} } : null;
    },
  };
}

type Row = typeof localIdentities.$inferSelect;

type NewAccount = { email: string; passwordHash: string; name: string | null };

/** The guest becomes the account and keeps the uid. @returns null where it is none any more, or the e-mail is taken */
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

/** @returns null where the e-mail is taken */
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

/** 128 random bits, as Firebase's uids are: opaque and not countable. */
function newUid(): string {
  return randomBytes(16).toString("base64url");
}

function fold(email: string): string {
  return email.normalize("NFKC").toLowerCase();
}

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
