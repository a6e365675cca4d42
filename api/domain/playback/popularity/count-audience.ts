import { lt, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movieAudiences } from "../../../db/schema.ts";
import { viewers } from "../../../db/viewers.ts";
import { addDays, dayOf } from "../../kernel/day.ts";
import { sweepRows } from "../../kernel/sweep-rows.ts";

/** Days an audience is kept: a few more than popularity looks back. */
export const audienceDays = 60;
/** A user's viewing of one day counts as at most this many viewers, over all movies. */
const mostOfUser = 12;

/**
 * Counts the audience of each day from what users have watched (`movie_viewer`), and removes old rows of both tables. A
 * day is always counted as a whole, so a run can be repeated, and can follow a pause of days. Yesterday stays open,
 * because places arrive late; what arrives later still does not change a day that was counted.
 *
 * A user counts for at most one viewer a movie and day. Of the accounts that one network opened on one day, one counts
 * as one viewer, two as two, four as three, a thousand as eleven: an attacker's guests are no audience.
 */
export async function countAudience(db: Db, now: Date): Promise<void> {
  const open = addDays(dayOf(now), -1);
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from movie_audience where day >= ${open}::date`);
    await tx.execute(sql`
      with viewing as (
        select v.day, v.movie_id, coalesce(u.origin, v.uid) as origin,
          v.share * least(1, ${mostOfUser} / sum(v.share) over (partition by v.day, v.uid)) as share
        from movie_viewer v join ${viewers} u using (uid)),
      origins as (select day, movie_id, sum(share) as n from viewing group by day, movie_id, origin)
      insert into movie_audience (day, movie_id, viewers)
      select day, movie_id, sum(case when n <= 1 then n else 1 + ln(n) / ln(2::float8) end)
      from origins group by day, movie_id
      on conflict (day, movie_id) do update set viewers = greatest(movie_audience.viewers, excluded.viewers)`);
  });
  await sweepRows(db, { table: sql`movie_viewer`, where: sql`day < ${open}::date` });
  await db.delete(movieAudiences).where(lt(movieAudiences.day, addDays(dayOf(now), -audienceDays)));
}

/** Moves what a guest has watched to the member, so that one viewer is not counted twice. Idempotent. */
export async function mergeViewing(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`
    with moved as (
      delete from movie_viewer where uid = ${from} and (select recording from user_account where uid = ${to})
      returning day, movie_id, share)
    insert into movie_viewer (day, uid, movie_id, share)
    select day, ${to}, movie_id, share from moved
    on conflict (day, uid, movie_id) do update set share = least(1, movie_viewer.share + excluded.share)`);
}
