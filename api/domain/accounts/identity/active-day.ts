import { createHash } from "node:crypto";
import type { Db } from "../../../db/client.ts";
import { activeDays } from "../../../db/schema.ts";
import { dayOf } from "../../kernel/day.ts";

/**
 * 63 bits of a digest: two of a million users almost never share a number, and the number alone does not lead back to a
 * name.
 */
export function userNumberOf(uid: string): bigint {
  return createHash("sha256").update(`active ${uid}`).digest().readBigUInt64BE() >> 1n;
}

/** Records that a user is active today. Call it when a session is opened, and when it is used on another day. */
export async function markActive(db: Db, { uid, now }: { uid: string; now: Date }): Promise<void> {
  await db
    .insert(activeDays)
    .values({ day: dayOf(now), person: userNumberOf(uid) })
    .onConflictDoNothing();
}
