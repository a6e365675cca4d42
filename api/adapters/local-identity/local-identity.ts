import { argon2, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { and, eq, isNull } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import type { Db } from "../../db/client.ts";
import { localIdentities } from "../../db/schema.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityProvider, IdentityState } from "../../ports/identity.ts";

const hashArgon2 = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const issuer = "matinee/local-identity";
const proofMinutes = 5;

/**
 * The embedded identity provider: accounts in the same database, argon2id, proofs as short-lived signed tokens.
 * @param secret at least 32 bytes; signs proofs
 */
export function createLocalIdentity({
  db,
  secret,
  clock,
}: {
  db: Db;
  secret: Uint8Array;
  clock: Clock;
}): IdentityProvider {
  // Verified against when the account doesn't exist, so that both answers take the same time.
  const nobody = hashPassword(randomUUID());

  async function prove(state: IdentityState): Promise<{ state: IdentityState; proof: string }> {
    const now = Math.floor(clock.now().getTime() / 1000);
    const proof = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(issuer)
      .setSubject(state.uid)
      .setIssuedAt(now)
      .setExpirationTime(now + proofMinutes * 60)
      .sign(secret);
    return { state, proof };
  }

  return {
    kind: "local",

    async verify({ uid, proof }) {
      const options = {
        issuer,
        algorithms: ["HS256"],
        requiredClaims: ["sub", "exp"],
        currentDate: clock.now(),
      };
      const subject = await jwtVerify(proof, secret, options).then(
        (r) => r.payload.sub,
        () => null,
      );
      if (subject !== uid) return null;
      const [row] = await db.select().from(localIdentities).where(eq(localIdentities.uid, uid)).limit(1);
      return row ? stateOf(row) : null;
    },

    async createAnonymous() {
      const [row] = await db.insert(localIdentities).values({ uid: newUid() }).returning();
      return prove(stateOf(row!));
    },

    async signIn({ email, password }) {
      const [row] = await db
        .select()
        .from(localIdentities)
        .where(eq(localIdentities.email, fold(email)))
        .limit(1);
      const matches = await verifyPassword(password, row?.passwordHash ?? (await nobody));
      return row && matches ? prove(stateOf(row)) : null;
    },

    async signUp({ email, password, name, guestUid }) {
      const account = { email: fold(email), passwordHash: await hashPassword(password), name };
      const saved = guestUid ? await upgrade(db, guestUid, account) : null;
      if (saved) return prove(stateOf(saved));
      const [row] = await db
        .insert(localIdentities)
        .values({ uid: newUid(), ...account })
        .onConflictDoNothing()
        .returning();
      return row ? prove(stateOf(row)) : null;
    },
  };
}

type Row = typeof localIdentities.$inferSelect;

/** The guest becomes the account and keeps the uid, unless it already is one or the e-mail is taken. */
async function upgrade(
  db: Db,
  uid: string,
  account: { email: string; passwordHash: string; name: string | null },
): Promise<Row | null> {
  return db.transaction(async (tx) => {
    const [taken] = await tx
      .select({ uid: localIdentities.uid })
      .from(localIdentities)
      .where(eq(localIdentities.email, account.email));
    if (taken) return null;
    const guest = and(eq(localIdentities.uid, uid), isNull(localIdentities.email));
    const [row] = await tx.update(localIdentities).set(account).where(guest).returning();
    return row ?? null;
  });
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

/** @returns the hash in PHC string format, parameters and salt included */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
  if (!match) return false;
  const [, memory, passes, parallelism, salt, tag] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const expected = Buffer.from(tag, "base64");
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64"), parameters), expected);
}

async function derive(password: string, nonce: Buffer, parameters: typeof cost): Promise<Buffer> {
  // NFKC: the same password typed on another keyboard is the same password.
  return hashArgon2("argon2id", {
    message: Buffer.from(password.normalize("NFKC")),
    nonce,
    ...parameters,
  }) as Promise<Buffer>;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
