import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { raiseNotices } from "../../service/notices/raise-notices.ts";

/** Older ones are no news, as after an upgrade. */
const freshDays = 2;
const dayMs = 86_400_000;
const mostAtOnce = 100;

/** Tells admins of encodings that were given up: once for each, and again when it fails after a retry. */
export async function tellFailedEncodings(db: Db, now: Date): Promise<number> {
  const found = rowsOf<{ subject: string; movieId: string; index: number; titles: Record<string, string> }>(
    await db.execute(sql`
      select failed.subject, failed.movie_id as "movieId", failed.episode_index as index, coalesce(
        (select jsonb_object_agg(t.locale, t.title) from movie_text t where t.movie_id = failed.movie_id), '{}') as titles
      from (select *, id || ':' || extract(epoch from coalesce(finished_at, updated_at))::bigint as subject
        from encoding where state = 'failed' and updated_at > ${daysBefore(now)}::timestamptz) failed
      where not exists (select 1 from notice_event n
        where n.topic = 'encoding-failed' and n.subject = failed.subject)
      limit ${mostAtOnce}`),
  );
  const news = found.map(({ subject, movieId, index, titles }) => ({
    topic: "encoding-failed" as const,
    subject,
    data: { movieId, first: index, titles },
  }));
  return raiseNotices(db, news, now);
}

/** Tells admins of magnets whose files wait to be chosen: once for each. */
export async function tellWaitingMagnets(db: Db, now: Date): Promise<number> {
  const found = rowsOf<{ id: string; name: string }>(
    await db.execute(sql`
      select id, name from magnet where state = 'choose' and updated_at > ${daysBefore(now)}::timestamptz
        and not exists (select 1 from notice_event n where n.topic = 'magnet-waiting' and n.subject = magnet.id)
      limit ${mostAtOnce}`),
  );
  const news = found.map(({ id, name }) => ({
    topic: "magnet-waiting" as const,
    subject: id,
    data: { name },
  }));
  return raiseNotices(db, news, now);
}

function daysBefore(now: Date): string {
  return new Date(now.getTime() - freshDays * dayMs).toISOString();
}
