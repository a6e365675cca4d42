import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lte } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { oidcAttempts } from "../../../db/schema.ts";
import type { OidcSecrets } from "../../../ports/oidc.ts";
import type { Seal } from "../../kernel/seal.ts";
import { hashOf } from "../identity/session.ts";

/** Minutes in which the user has to come back from the provider. */
const attemptMinutes = 10;

/** What began in a browser; `issuer` and `clientId` as they were then. */
export type Attempt = OidcSecrets & { issuer: string; clientId: string; fresh: boolean };

/** @returns the ticket that finishes it once, from that browser: 256 random bits. Only its hash is stored. */
export async function beginAttempt(
  { db, seal }: { db: Db; seal: Seal },
  { attempt, uid, now }: { attempt: Attempt; uid: string | null; now: Date },
): Promise<string> {
  const ticket = randomBytes(32).toString("base64url");
  const ticketHash = hashOf(ticket);
  const sealed = seal.close(JSON.stringify(attempt), `oidc ${ticketHash}`);
  const expiresAt = new Date(now.getTime() + attemptMinutes * 60_000);
  await db.insert(oidcAttempts).values({ ticketHash, uid, sealed, expiresAt });
  return ticket;
}

/** Uses a ticket up. @param uid whose session links; null = a sign-in. @returns null for one that is worth nothing */
export async function endAttempt(
  { db, seal }: { db: Db; seal: Seal },
  { ticket, uid, now }: { ticket: string; uid: string | null; now: Date },
): Promise<Attempt | null> {
  const ticketHash = hashOf(ticket);
  const whose = uid === null ? isNull(oidcAttempts.uid) : eq(oidcAttempts.uid, uid);
  const [ended] = await db
    .delete(oidcAttempts)
    .where(and(eq(oidcAttempts.ticketHash, ticketHash), whose, gt(oidcAttempts.expiresAt, now)))
    .returning();
  const opened = ended && seal.open(ended.sealed, `oidc ${ticketHash}`);
  return opened ? (JSON.parse(opened.text) as Attempt) : null;
}

/** Removes those that no browser came back for. */
export async function sweepAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(oidcAttempts).where(lte(oidcAttempts.expiresAt, now));
}
