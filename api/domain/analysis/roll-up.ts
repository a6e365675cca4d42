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
/** The next run sees rows that are being written during this one. */
const overlapMs = 10 * 60_000;
/** Days without events that are summed in one transaction, at most. */
const mostQuiet = 28;
/** Rows of the state: the time of the last run that came to its end, and the day that a run has reached. */
const wholeRun = "roll-up";
const reachedDay = "days";
/** Lock key by which two processes take turns. */
const turn = 712_433_902;

/**
 * Brings the sums of the analysis up to date, one day with events in a transaction. A day is summed only from its events, so a run
 * can be repeated, and can follow any pause: it starts at the day that the last run has reached, wherever that run
 * ended, and adds the days that received late events. Then it deletes old events.
 * @returns the days that were summed
 */
export async function rollUp(db: Db, now: Date): Promise<string[]> {
  const today = dayOf(now);
  const untils = new Map((await db.select().from(analysisState)).map(({ id, until }) => [id, until]));
  const whole = untils.get(wholeRun);
  const reached = untils.get(reachedDay) ?? whole;
  const known = reached && dayOf(new Date(reached.getTime() - overlapMs));
  // A clock that was ahead may have left a day to come.
  const begin = known ? min(known, today) : await firstDay(db, now);
  const late = rowsOf<{ day: string }>(await db.execute(sql`select day::text as day from analysis_late`));
  const closed = addDays(today, -(eventDays - 2));
  const days = new Set(daysOf({ from: begin < closed ? closed : begin, to: today }));
  for (const { day } of late) if (day >= closed && day < today) days.add(day);
  const wanted = [...days].sort();
  for (const part of await partsOf(db, wanted)) {
    const list = JSON.stringify(part);
    const last = part.at(-1)!;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${turn})`);
      // Before reading the events: an event that arrives later puts its day on the list again.
      await tx.execute(sql`delete from analysis_late
        where day in (select value::date from jsonb_array_elements_text(${list}::jsonb))`);
      await sumDays(tx, { days: part, now });
      if (last >= begin) await reach(tx, reachedDay, endOf(last, now));
    });
  }
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${turn})`);
    await sumCohorts(tx, { since: whole ? new Date(whole.getTime() - overlapMs) : new Date(0) });
    await reach(tx, wholeRun, now);
  });
  await sweepEvents(db, now);
  return wanted;
}

/** Each part is one day with events, and the days without any before it: these cost little together. */
async function partsOf(db: Db, days: string[]): Promise<string[][]> {
  const any = (table: string, time: string) =>
    sql.raw(`exists (select 1 from ${table}
    where ${time} >= (d::timestamp at time zone 'utc') and ${time} < ((d + 1)::timestamp at time zone 'utc'))`);
  const found = rowsOf<{ day: string }>(
    await db.execute(sql`
      select d::text as day
      from (select value::date as d from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb)) days
      where ${any("playback_quality", "started_at")} or ${any("stat_event", "created_at")}
        or exists (select 1 from active_day a where a.day = d)`),
  );
  const busy = new Set(found.map(({ day }) => day));
  const parts: string[][] = [];
  let part: string[] = [];
  for (const day of days) {
    part.push(day);
    if (!busy.has(day) && part.length < mostQuiet && day !== days.at(-1)) continue;
    parts.push(part);
    part = [];
  }
  return parts;
}

function min(a: string, b: string): string {
  return a < b ? a : b;
}

/** The end of a day, or now on the day that is not over. */
function endOf(day: string, now: Date): Date {
  const end = new Date(`${addDays(day, 1)}T00:00:00Z`);
  return end < now ? end : now;
}

async function reach(tx: Db, id: string, until: Date): Promise<void> {
  await tx
    .insert(analysisState)
    .values({ id, until })
    .onConflictDoUpdate({ target: analysisState.id, set: { until } });
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
