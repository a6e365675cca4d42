import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isTaken } from "../../db/fault.ts";
import { localIdentities } from "../../db/schema.ts";
import type { IdentityState } from "../../ports/identity.ts";

export type Row = typeof localIdentities.$inferSelect;

export async function find(db: Db, uid: string): Promise<Row | undefined> {
  const [row] = await db.select().from(localIdentities).where(eq(localIdentities.uid, uid)).limit(1);
  return row;
}

export async function findByEmail(db: Db, email: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(localIdentities)
    .where(eq(localIdentities.email, fold(email)))
    .limit(1);
  return row;
}

/** @returns the row of a new guest */
export async function createGuest(db: Db): Promise<Row> {
  const [row] = await db.insert(localIdentities).values({ uid: newUid() }).returning();
  return row!;
}

/** `email` as the user typed it. */
type NewAccount = { email: string; passwordHash: string; name: string | null };

/**
 * Turns the guest into the account and keeps the uid. @returns null when it is no longer a guest, or the e-mail is
 * taken
 */
export async function upgrade(db: Db, uid: string, account: NewAccount): Promise<Row | null> {
  const guest = and(
    eq(localIdentities.uid, uid),
    isNull(localIdentities.email),
    eq(localIdentities.external, false),
  );
  try {
    const [row] = await db.update(localIdentities).set(folded(account)).where(guest).returning();
    return row ?? null;
  } catch (error) {
    if (isTaken(error)) return null;
    throw error;
  }
}

/** @returns null when the e-mail is taken */
export async function create(db: Db, account: NewAccount): Promise<Row | null> {
  const [row] = await db
    .insert(localIdentities)
    .values({ uid: newUid(), ...folded(account) })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** An account of another provider's user, without a password. @returns null when the e-mail is taken */
export async function createExternal(
  db: Db,
  { email, name }: { email: string | null; name: string | null },
): Promise<Row | null> {
  const [row] = await db
    .insert(localIdentities)
    .values({
      uid: newUid(),
      email: email && fold(email),
      confirmedEmail: email && fold(email),
      name,
      external: true,
    })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export function stateOf(row: Row): IdentityState {
  return {
    uid: row.uid,
    anonymous: row.email === null && !row.external,
    email: row.email,
    name: row.name,
    avatar: row.avatar,
  };
}

/** 128 random bits, like Firebase's uids: opaque and not countable. */
function newUid(): string {
  return randomBytes(16).toString("base64url");
}

/** An address as accounts are found by. */
export function fold(email: string): string {
  return email.normalize("NFKC").toLowerCase();
}

function folded(account: NewAccount): NewAccount {
  return { ...account, email: fold(account.email) };
}
