import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";
import { analysisState } from "../../db/schema.ts";
import { sweepRows } from "../kernel/sweep-rows.ts";
import { addDays, dayMs, dayOf, daysOf } from "../kernel/day.ts";
import { sumCohorts, sumDays } from "./sum-days.ts";

/** Days events are kept; sums are kept for ever. Long enough to compare one season with the last. */
export const eventDays = 180;
/** A month of different users, a month for late events, and a margin. */
export const activeDaysKept = 62;
/** Days summed up in one transaction. */
const chunk = 28;
/** The next run sees rows that are being written during this one. */
const overlapMs = 10 * 60_000;
/** Lock key by which two processes take turns. */
const turn = 712_433_902;

/**
 * Brings the sums of the analysis up to date. A day is summed only from its events, so a run can be repeated, and can
 * follow any pause: it starts at the last summed day, and adds the days that received late events. Then it deletes old
 * events.
 * @returns the days that were summed
 */
export async function rollUp(db: Db, now: Date): Promise<string[]> {
  const today = dayOf(now);
  const [state] = await db.select().from(analysisState);
  const from = state ? new Date(state.until.getTime() - overlapMs) : null;
  const begin = from ? dayOf(from) : await firstDay(db, now);
  const late = rowsOf<{ day: string }>(await db.execute(sql`select day::text as day from analysis_late`));
  const closed = addDays(today, -(eventDays - 2));
  const days = new Set(daysOf({ from: begin < closed ? closed : begin, to: today }));
  for (const { day } of late) if (day >= closed && day < today) days.add(day);
  const wanted = [...days].sort();
  for (let at = 0; at < wanted.length; at += chunk) {
    const part = wanted.slice(at, at + chunk);
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${turn})`);
      // Before reading the events: an event that arrives later puts its day on the list again.
      const list = JSON.stringify(part);
      await tx.execute(sql`delete from analysis_late
        where day in (select value::date from jsonb_array_elements_text(${list}::jsonb))`);
      await sumDays(tx, { days: part, now });
    });
  }
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${turn})`);
    await sumCohorts(tx, { since: from ?? new Date(0) });
    await tx
      .insert(analysisState)
      .values({ id: "roll-up", until: now })
      .onConflictDoUpdate({ target: analysisState.id, set: { until: now } });
  });
  await sweepEvents(db, now);
  return wanted;
}

/** The first day with any events, at most as long ago as events are kept. */
async function firstDay(db: Db, now: Date): Promise<string> {
  const [row] = rowsOf<{ day: string | null }>(
    await db.execute(sql`select (least(
      (select min(started_at) from playback_quality),
      (select min(created_at) from stat_event),
      (select min(created_at) from user_account),
      (select min(day)::timestamp at time zone 'utc' from active_day)) at time zone 'utc')::date::text as day`),
  );
  return row?.day ?? dayOf(now);
}

async function sweepEvents(db: Db, now: Date): Promise<void> {
  const old = sql`${new Date(now.getTime() - eventDays * dayMs).toISOString()}::timestamptz`;
  const oldDay = sql`${addDays(dayOf(now), -activeDaysKept)}::date`;
  await sweepRows(db, { table: sql`playback_quality`, where: sql`started_at < ${old}` });
  await sweepRows(db, { table: sql`stat_event`, where: sql`created_at < ${old}` });
  await sweepRows(db, { table: sql`active_day`, where: sql`day < ${oldDay}` });
  await db.execute(sql`delete from analysis_late where day < ${addDays(dayOf(now), -eventDays)}::date`);
}
