import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lte } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { passkeyChallenges } from "../../../db/schema.ts";
import { hashOf } from "../identity/session.ts";

/** What a passkey is asked for, and by whom: its answer counts for nothing else. */
export type Asked =
  | { purpose: "sign-in" }
  | { purpose: "add" | "confirm"; uid: string }
  | { purpose: "factor"; ticket: string };

/** Minutes in which the authenticator has to answer: its user may have to fetch a phone. */
export const challengeMinutes = 5;

/** @returns 256 random bits, base64url, for one answer. Only their hash is stored. */
export async function makeChallenge(db: Db, asked: Asked, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + challengeMinutes * 60_000);
  await db.insert(passkeyChallenges).values({
    challengeHash: hashOf(challenge),
    purpose: asked.purpose,
    uid: "uid" in asked ? asked.uid : null,
    ticketHash: "ticket" in asked ? hashOf(asked.ticket) : null,
    expiresAt,
  });
  return challenge;
}

/** Uses a challenge up. @returns whether it was one for this purpose, unused and in time */
export async function spendChallenge(
  db: Db,
  { challenge, asked, now }: { challenge: string; asked: Asked; now: Date },
): Promise<boolean> {
  const { uid, ticketHash } = passkeyChallenges;
  const spent = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashOf(challenge)),
        eq(passkeyChallenges.purpose, asked.purpose),
        "uid" in asked ? eq(uid, asked.uid) : isNull(uid),
        "ticket" in asked ? eq(ticketHash, hashOf(asked.ticket)) : isNull(ticketHash),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ purpose: passkeyChallenges.purpose });
  return spent.length > 0;
}

/** The challenge that an authenticator's answer is about; null for what is none. @param clientData base64url */
export function challengeOf(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/** Removes those that got no answer. */
export async function sweepChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
}
