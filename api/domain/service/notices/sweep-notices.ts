import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { sweepRows } from "../../kernel/sweep-rows.ts";

/** Days that a notice stays. */
export const noticeDays = 90;
/** Days more for the event: a repeated search for what has happened finds it, and does not raise it again. */
const eventDays = 120;
const dayMs = 86_400_000;

/** Removes old notices, then the events that no inbox has any more. @returns number of removed notices */
export async function sweepNotices(db: Db, now: Date): Promise<number> {
  const before = (days: number) => sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;
  const removed = await sweepRows(db, {
    table: sql`notice`,
    where: sql`created_at < ${before(noticeDays)}`,
  });
  await sweepRows(db, { table: sql`notice_event`, where: sql`at < ${before(eventDays)}` });
  return removed;
}
