import { sql, type SQL } from "drizzle-orm";
import { faultKinds } from "../../../contract/playback/values.ts";
import type { Db } from "../../db/client.ts";
import { parts, playFromS } from "../playback/sitting.ts";
import { startStep, startSteps } from "./start-times.ts";

/** Sources of a day beyond the most frequent ones are merged into one. */
const mostSources = 200;

/** Sums some days from their events, in the caller's transaction, and replaces their previous sums. */
export async function sumDays(tx: Db, { days, now }: { days: string[]; now: Date }): Promise<void> {
  const list = JSON.stringify(days);
  const d = sql`d as materialized (select value::date as day from jsonb_array_elements_text(${list}::jsonb))`;
  const isPlay = sql`p.watched_s >= ${playFromS}`;
  await sumService(tx, { d, isPlay, now });
  await sumSplits(tx, { d, isPlay });
  await sumMovies(tx, { d, isPlay });
  await sumRetention(tx, { d, isPlay });
}

/** Condition: a time is within the day of `d`. */
function within(column: SQL): SQL {
  return sql`${column} >= (d.day::timestamp at time zone 'utc')
    and ${column} < ((d.day + 1)::timestamp at time zone 'utc')`;
}

type Wanted = { d: SQL; isPlay: SQL };

async function sumService(tx: Db, { d, isPlay, now }: Wanted & { now: Date }): Promise<void> {
  const sumOf = (kind: string) => sql`coalesce(sum((p.errors ->> ${kind}::text)::int), 0)`;
  const errors = sql.join(
    faultKinds.map((kind) => sql`${kind}::text, ${sumOf(kind)}`),
    sql`, `,
  );
  // Without scripts there are no quality reports.
  const told = sql`p.player <> 'plain'`;
  await tx.execute(sql`
    with ${d},
    quality as (
      select d.day,
        count(*) as sittings,
        count(*) filter (where ${isPlay}) as plays,
        coalesce(sum(round(p.watched_s)) filter (where ${isPlay}), 0) as watched_s,
        count(*) filter (where ${told}) as measured,
        coalesce(sum(round(p.watched_s)) filter (where ${told}), 0) as measured_s,
        count(*) filter (where p.stalls > 0) as stalled,
        coalesce(sum(p.stalls), 0) as stalls,
        coalesce(sum(p.stalled_ms::bigint), 0) as stalled_ms,
        count(*) filter (where ${told} and p.start_ms is null and p.watched_s = 0
          and p.errors::text ~ '[1-9]') as failed,
        jsonb_build_object(${errors}) as errors
      from d join playback_quality p on ${within(sql`p.started_at`)}
      group by d.day),
    started as (
      select d.day, ${startStep(sql`p.start_ms`)} as step, count(*) as n
      from d join playback_quality p on ${within(sql`p.started_at`)}
      where p.start_ms is not null
      group by 1, 2),
    starts as (
      select d.day, array_agg(coalesce(s.n, 0)::int order by g.step) as steps
      from d cross join generate_series(0, ${startSteps - 1}) g(step)
      left join started s on s.day = d.day and s.step = g.step
      group by d.day)
    insert into analysis_day (day, sittings, plays, watched_s, measured, measured_s, starts, stalled, stalls,
      stalled_ms, failed, errors, active, active_7, active_28, sign_ups, came, joined, vip, rolled_at)
    select d.day, coalesce(q.sittings, 0), coalesce(q.plays, 0), coalesce(q.watched_s, 0), coalesce(q.measured, 0),
      coalesce(q.measured_s, 0), starts.steps, coalesce(q.stalled, 0), coalesce(q.stalls, 0),
      coalesce(q.stalled_ms, 0), coalesce(q.failed, 0), coalesce(q.errors, '{}'::jsonb),
      (select count(*) from active_day a where a.day = d.day),
      (select count(distinct a.person) from active_day a where a.day > d.day - 7 and a.day <= d.day),
      (select count(distinct a.person) from active_day a where a.day > d.day - 28 and a.day <= d.day),
      (select count(*) from user_account u where ${within(sql`u.joined_at`)}),
      ${cohortOf(sql`true`)},
      ${cohortOf(sql`u.joined_at is not null or not u.anonymous`)},
      ${cohortOf(wasVip)},
      ${now.toISOString()}::timestamptz
    from d join starts using (day) left join quality q using (day)
    on conflict (day) do update set
      sittings = excluded.sittings, plays = excluded.plays, watched_s = excluded.watched_s,
      measured = excluded.measured, measured_s = excluded.measured_s, starts = excluded.starts,
      stalled = excluded.stalled, stalls = excluded.stalls, stalled_ms = excluded.stalled_ms,
      failed = excluded.failed, errors = excluded.errors, active = excluded.active,
      active_7 = excluded.active_7, active_28 = excluded.active_28, sign_ups = excluded.sign_ups,
      came = greatest(analysis_day.came, excluded.came), joined = excluded.joined, vip = excluded.vip, rolled_at = excluded.rolled_at`);
}

const wasVip = sql`exists (
  select 1 from membership_event m where m.uid = u.uid and m.kind in ('grant', 'extend'))`;

/**
 * Number of users first seen on the day who meet a condition. Guests who left nothing are deleted later, so summing the
 * day again never lowers `came`. Naming both kinds lets PostgreSQL use the index of first times.
 */
function cohortOf(condition: SQL): SQL {
  return sql`(select count(*) from user_account u
    where u.anonymous in (true, false) and ${within(sql`u.created_at`)} and (${condition}))`;
}

/**
 * When a user becomes a member or a VIP, the figures of the day they were first seen change. Days without sums are left
 * alone.
 */
export async function sumCohorts(tx: Db, { since }: { since: Date }): Promise<void> {
  const from = since.toISOString();
  await tx.execute(sql`
    with changed as (
      select (u.created_at at time zone 'utc')::date as day from user_account u
        where u.joined_at >= ${from}::timestamptz
      union
      select (u.created_at at time zone 'utc')::date from membership_event e join user_account u using (uid)
        where e.at >= ${from}::timestamptz),
    d as materialized (select day from changed join analysis_day using (day))
    update analysis_day set came = greatest(analysis_day.came, new.came), joined = new.joined, vip = new.vip
    from (select d.day, ${cohortOf(sql`true`)} as came,
        ${cohortOf(sql`u.joined_at is not null or not u.anonymous`)} as joined,
        ${cohortOf(wasVip)} as vip
      from d) new
    where analysis_day.day = new.day`);
}

async function sumSplits(tx: Db, { d, isPlay }: Wanted): Promise<void> {
  await tx.execute(sql`with ${d} delete from analysis_split using d where analysis_split.day = d.day`);
  const by = (kind: string, column: SQL) => sql`
    select ${kind}::text, d.day, ${column}, count(*), coalesce(sum(round(p.watched_s)), 0)
    from d join playback_quality p on ${within(sql`p.started_at`)}
    where ${isPlay} group by 2, 3`;
  await tx.execute(sql`
    with ${d},
    visits as (
      select d.day, left(lower(btrim(e.remark)), 64) as source, count(*) as n
      from d join stat_event e on ${within(sql`e.created_at`)}
      where e.action = 'source' and btrim(e.remark) <> '' group by 1, 2),
    ranked as (
      select day, n, case when row_number() over (partition by day order by n desc, source) <= ${mostSources}
        then source else '' end as source
      from visits)
    insert into analysis_split (kind, day, value, count, watched_s)
    ${by("language", sql`p.locale`)}
    union all ${by("device", sql`p.device_class`)}
    union all select 'source', day, source, sum(n), 0 from ranked group by day, source`);
}

async function sumMovies(tx: Db, { d, isPlay }: Wanted): Promise<void> {
  await tx.execute(
    sql`with ${d} delete from analysis_movie t using d where t.grain = 'day' and t.day = d.day`,
  );
  await tx.execute(sql`
    with ${d}
    insert into analysis_movie (grain, day, movie_id, plays, watched_s)
    select 'day', d.day, p.movie_id, count(*), coalesce(sum(round(p.watched_s)), 0)
    from d join playback_quality p on ${within(sql`p.started_at`)}
    where ${isPlay} group by d.day, p.movie_id`);
  const months = sql`m as materialized (select distinct date_trunc('month', d.day)::date as month from d)`;
  await tx.execute(sql`
    with ${d}, ${months} delete from analysis_movie t using m where t.grain = 'month' and t.day = m.month`);
  await tx.execute(sql`
    with ${d}, ${months}
    insert into analysis_movie (grain, day, movie_id, plays, watched_s)
    select 'month', m.month, t.movie_id, sum(t.plays), sum(t.watched_s)
    from m join analysis_movie t on t.grain = 'day' and t.day >= m.month and t.day < m.month + interval '1 month'
    group by m.month, t.movie_id`);
}

async function sumRetention(tx: Db, { d, isPlay }: Wanted): Promise<void> {
  await tx.execute(sql`with ${d} delete from analysis_retention r using d where r.day = d.day`);
  const seen = sql.join(
    Array.from({ length: parts }, (_, part) =>
      sql.raw(`count(*) filter (where (p.seen >> ${part}) & 1 = 1)`),
    ),
    sql`, `,
  );
  await tx.execute(sql`
    with ${d}
    insert into analysis_retention (movie_id, index, day, plays, seen)
    select p.movie_id, p.index, d.day, count(*), array[${seen}]::int[]
    from d join playback_quality p on ${within(sql`p.started_at`)}
    where ${isPlay} and p.seen <> 0 group by 1, 2, 3`);
}
