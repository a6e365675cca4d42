import { randomUUID } from "node:crypto";
import { count, gte } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { statEvents } from "../../db/schema.ts";
import { dayOf } from "../kernel/day.ts";

/**
 * Most events stored per UTC day, of all callers: more add no information and come from a caller who floods the table.
 */
const mostEventsADay = 100_000;
/** How often the day's events are counted again, to include those of other processes. Milliseconds. */
const recountMs = 5 * 60_000;

type StatEvent = { action: string; target: number; remark: string; uid: string | null; now: Date };

/**
 * Records events. First-party and without a cookie of its own: `uid` is the session's, if there is one. Events above
 * the daily limit are dropped without an error.
 */
export function createStatRecord(db: Db, { mostADay = mostEventsADay } = {}) {
  let counted = { day: "", at: 0, kept: 0 };

  return async ({ now, ...fields }: StatEvent): Promise<void> => {
    const day = dayOf(now);
    if (counted.day !== day || now.getTime() - counted.at >= recountMs)
      counted = { day, at: now.getTime(), kept: await keptOn(db, day) };
    if (counted.kept >= mostADay) return;
    counted.kept += 1;
    await db.insert(statEvents).values({ id: randomUUID(), ...fields, createdAt: now });
  };
}

async function keptOn(db: Db, day: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(statEvents)
    .where(gte(statEvents.createdAt, new Date(`${day}T00:00:00Z`)));
  return row!.n;
}
