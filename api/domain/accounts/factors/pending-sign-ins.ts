import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, lte, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { pendingSignIns } from "../../../db/schema.ts";
import { hashOf } from "../identity/session.ts";

/** Minutes in which the second factor has to follow the password. */
const pendingMinutes = 10;
/** Wrong codes that end a sign-in. */
const mostGuesses = 5;
/** Sign-ins of one account that may wait at once, such as two devices and a form that was sent twice. */
const mostPending = 5;

export type PendingSignIn = { uid: string; provenAt: Date };

/**
 * Notes that a password was right, and opens nothing. Removes the account's expired ones, and the oldest beyond five.
 * @returns the ticket that finishes it once, with the second factor: 256 random bits. Only its hash is stored.
 */
export async function beginPendingSignIn(
  tx: Db,
  { uid, provenAt, now }: PendingSignIn & { now: Date },
): Promise<{ ticket: string }> {
  const ticket = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + pendingMinutes * 60_000);
  await tx.insert(pendingSignIns).values({ ticketHash: hashOf(ticket), uid, provenAt, expiresAt });
  const kept = tx
    .select({ ticketHash: pendingSignIns.ticketHash })
    .from(pendingSignIns)
    .where(eq(pendingSignIns.uid, uid))
    .orderBy(desc(pendingSignIns.expiresAt))
    .limit(mostPending);
  await tx
    .delete(pendingSignIns)
    .where(
      and(
        eq(pendingSignIns.uid, uid),
        or(lte(pendingSignIns.expiresAt, now), notInArray(pendingSignIns.ticketHash, kept)),
      ),
    );
  return { ticket };
}

/** @returns null for a ticket that is unknown, used, expired, or ended by wrong codes */
export async function findPendingSignIn(
  db: Db,
  { ticket, now }: { ticket: string; now: Date },
): Promise<PendingSignIn | null> {
  const [row] = await db
    .select({ uid: pendingSignIns.uid, provenAt: pendingSignIns.provenAt })
    .from(pendingSignIns)
    .where(and(eq(pendingSignIns.ticketHash, hashOf(ticket)), gt(pendingSignIns.expiresAt, now)))
    .limit(1);
  return row ?? null;
}

/** Uses a ticket up. @returns false if another call did it first */
export async function endPendingSignIn(tx: Db, ticket: string): Promise<boolean> {
  const ended = await tx
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.ticketHash, hashOf(ticket)))
    .returning({ uid: pendingSignIns.uid });
  return ended.length > 0;
}

/** Counts a wrong code. @returns whether the ticket still works */
export async function countGuess(tx: Db, ticket: string): Promise<boolean> {
  const [row] = await tx
    .update(pendingSignIns)
    .set({ guesses: sql`${pendingSignIns.guesses} + 1` })
    .where(eq(pendingSignIns.ticketHash, hashOf(ticket)))
    .returning({ guesses: pendingSignIns.guesses });
  if (row && row.guesses < mostGuesses) return true;
  await endPendingSignIn(tx, ticket);
  return false;
}

/** Removes those that nothing finished. */
export async function sweepPendingSignIns(db: Db, now: Date): Promise<void> {
  await db.delete(pendingSignIns).where(lte(pendingSignIns.expiresAt, now));
}
