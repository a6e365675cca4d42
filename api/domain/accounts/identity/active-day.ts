import { createHash } from "node:crypto";
import type { Db } from "../../../db/client.ts";
import { activeDays } from "../../../db/schema.ts";
import { dayOf } from "../../kernel/day.ts";

/**
 * 63 bits of a digest: enough that two of a million people are as good as never taken for one, and nothing that leads
 * back to a name by itself.
 */
export function personNumber(uid: string): bigint {
  return createHash("sha256").update(`active ${uid}`).digest().readBigUInt64BE() >> 1n;
}

/** Notes that somebody is here today. To be called when a session is opened and when it is used on another day. */
export async function markActive(db: Db, { uid, now }: { uid: string; now: Date }): Promise<void> {
  await db
    .insert(activeDays)
    .values({ day: dayOf(now), person: personNumber(uid) })
    .onConflictDoNothing();
}
