import { createHash } from "node:crypto";
import { and, desc, eq, gt } from "drizzle-orm";
import type { Device } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { sessions } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { deviceName } from "./device-name.ts";
import { endSession, revokeProofs } from "./session.ts";

/** A user's sessions as devices: the caller's first, then by last use. There are never many, see `openSession`. */
export async function listDevices(
  db: Db,
  { uid, tokenHash, now }: { uid: string; tokenHash: string; now: Date },
): Promise<Device[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
  return rows
    .map((row) => ({
      id: deviceId(row.tokenHash),
      ...deviceName(row.userAgent),
      current: row.tokenHash === tokenHash,
      lastSeenAt: row.lastSeenAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

/**
 * Signs one of a user's devices out. Earlier proofs are revoked too: the device may hold an unused one.
 * @throws Failure not_found, also for another user's device, so that the answer does not reveal which devices exist
 */
export async function endDevice(
  db: Db,
  { uid, id, now }: { uid: string; id: string; now: Date },
): Promise<void> {
  const rows = await db.select({ tokenHash: sessions.tokenHash }).from(sessions).where(eq(sessions.uid, uid));
  const row = rows.find(({ tokenHash }) => deviceId(tokenHash) === id);
  if (!row) throw new Failure("not_found");
  await revokeProofs(db, { uid, now });
  await endSession(db, row);
}

/** A public id of a session that reveals neither its token nor the token's hash. */
export function deviceId(tokenHash: string): string {
  return createHash("sha256").update(`device ${tokenHash}`).digest("base64url").slice(0, 22);
}
