import { and, eq, inArray, sql } from "drizzle-orm";
import type { KeptProgress } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { profiles, progress, users } from "../../db/schema.ts";
import { finishedFrom } from "../playback/progress.ts";
import { pastTime } from "../kernel/past-time.ts";

/** Removes movies from the history, with the progress of every episode. @returns the removed progress */
export async function removeProgress(
  db: Db,
  { uid, ids }: { uid: string; ids: string[] },
): Promise<KeptProgress[]> {
  const rows = await db
    .delete(progress)
    .where(and(eq(progress.uid, uid), inArray(progress.movieId, ids)))
    .returning();
  return rows.map(({ movieId, index, positionS, durationS, updatedAt }) => ({
    id: movieId,
    index,
    positionS,
    durationS,
    updatedAt: updatedAt.toISOString(),
  }));
}

/**
 * Undoes a removal: the progress returns as it was, but not beyond its episode's end. Later progress in the same
 * episode stays, and deleted episodes are left out.
 */
export async function restoreProgress(
  db: Db,
  { uid, items, now }: { uid: string; items: KeptProgress[]; now: Date },
): Promise<void> {
  const rows = items.map(({ id, index, positionS, durationS, updatedAt }) => ({
    movie_id: id,
    index,
    position_s: positionS,
    duration_s: durationS,
    updated_at: pastTime(updatedAt, now).toISOString(),
  }));
  await db.execute(sql`
    insert into progress (uid, movie_id, index, position_s, duration_s, finished, updated_at)
    select distinct on (r.movie_id, r.index)
      ${uid}, r.movie_id, r.index, least(r.position_s, length.s), length.s,
      length.s > 0 and r.position_s >= length.s * ${finishedFrom}, r.updated_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      movie_id text, index int, position_s float8, duration_s float8, updated_at timestamptz)
    join episode e on e.movie_id = r.movie_id and e.index = r.index
    left join asset a on a.id = e.asset_id
    cross join lateral (select coalesce(a.duration_s, r.duration_s) as s) as length
    order by r.movie_id, r.index, r.updated_at desc
    on conflict (uid, movie_id, index) do update set
      position_s = excluded.position_s, duration_s = excluded.duration_s,
      finished = excluded.finished, updated_at = excluded.updated_at
    where excluded.updated_at > progress.updated_at`);
}

/** Deletes a user's whole history. */
export async function clearProgress(db: Db, { uid }: { uid: string }): Promise<void> {
  await db.delete(progress).where(eq(progress.uid, uid));
}

/** Pauses or resumes a viewer's history. Progress already saved stays. */
export async function setRecording(db: Db, { uid, paused }: { uid: string; paused: boolean }): Promise<void> {
  await db.update(users).set({ recording: !paused }).where(eq(users.uid, uid));
  await db.update(profiles).set({ recording: !paused }).where(eq(profiles.id, uid));
}
