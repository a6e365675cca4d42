import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { progress } from "../../db/schema.ts";
import { viewers } from "../../db/viewers.ts";
import type { Place } from "./progress-batch.ts";

// A delayed write (a slow connection, a database that was away) does not undo a later one.
export const isLater = sql`excluded.updated_at >= ${progress.updatedAt}`;
export const isFurther = sql`excluded.position_s > ${progress.positionS}`;

/**
 * Writes places in one statement, and what was watched since the places before (`movie_viewer`). Users and episodes that
 * were deleted meanwhile are left out, and users who have paused their history.
 * @param wins condition for replacing a known place; default: it is not older
 */
export async function writePlaces(db: Db, places: Place[], wins: SQL = isLater): Promise<void> {
  const rows = places.map(({ id, at, ...place }) => ({ ...place, movie: id, at: at.toISOString() }));
  // Two processes lock the rows in one order.
  await db.execute(sql`
    with told as materialized (
      select p.uid, p.movie as movie_id, p.index, p."positionS" as position_s, p."durationS" as duration_s,
        p.finished, p.at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(uid text, movie text, index int,
        "positionS" float8, "durationS" float8, finished boolean, at timestamptz)
      join ${viewers} u on u.uid = p.uid and u.recording
      join episode e on e.movie_id = p.movie and e.index = p.index),
    watched as (${keepWatched})
    insert into progress (uid, movie_id, index, position_s, duration_s, finished, updated_at)
    select uid, movie_id, index, position_s, duration_s, finished, at from told
    order by uid, movie_id, index
    on conflict (uid, movie_id, index) do update set
      position_s = excluded.position_s, duration_s = excluded.duration_s, finished = excluded.finished,
      updated_at = greatest(excluded.updated_at, progress.updated_at)
    where ${wins}`);
}

/** Seconds that count as one viewer: half an hour, or the whole of a shorter episode. */
const wholeS = 1_800;
const shortestWholeS = 10;
/** Most seconds credited to a first place in an episode, or to one before the last: nothing shows where it began. */
const firstS = 20;
/** The fastest that players play. */
const fastest = 2;

/**
 * Adds what was watched of each movie: the way from the place before to this one, and no more than can be played in the
 * time between the two. A seek, an invented place and a repeated one therefore add nothing that did not take its time.
 */
const keepWatched = sql`
  insert into movie_viewer (day, uid, movie_id, share)
  select day, uid, movie_id, least(1, sum(share)) from (
    select (told.at at time zone 'utc')::date as day, told.uid, told.movie_id,
      greatest(0, case
        when known.uid is null then least(told.position_s, ${firstS})
        else least(
          case when told.position_s < known.position_s then least(told.position_s, ${firstS})
            else told.position_s - known.position_s end,
          ${fastest} * extract(epoch from told.at - known.updated_at)) end)
      / least(${wholeS}, greatest(${shortestWholeS}, told.duration_s)) as share
    from told left join progress known using (uid, movie_id, index)) watched
  where share > 0
  group by day, uid, movie_id
  order by day, uid, movie_id
  on conflict (day, uid, movie_id) do update set share = least(1, movie_viewer.share + excluded.share)
  where movie_viewer.share < 1`;
