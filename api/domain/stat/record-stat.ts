import { randomUUID } from "node:crypto";
import type { Db } from "../../db/client.ts";
import { statEvents } from "../../db/schema.ts";

/** Records one event. First-party and without a cookie of its own: `uid` is the session's, where there is one. */
export async function recordStat(
  db: Db,
  event: { action: string; target: number; remark: string; uid: string | null; now: Date },
): Promise<void> {
  const { now: createdAt, ...fields } = event;
  await db.insert(statEvents).values({ id: randomUUID(), ...fields, createdAt });
}
