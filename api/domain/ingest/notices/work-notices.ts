import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import type { NoticeData } from "../../../db/schema.ts";
import { raiseNotices } from "../../service/notices/raise-notices.ts";

/** Older ones are no news, as after an upgrade. */
const freshDays = 2;
const dayMs = 86_400_000;
const mostAtOnce = 100;

type Failed = {
  subject: string;
  movieId: string;
  index: number;
  place: NoticeData["place"] | null;
  titles: Record<string, string>;
};

/** Tells admins of encodings that were given up: once for each, and again when it fails after a retry. */
export async function tellFailedEncodings(db: Db, now: Date): Promise<number> {
  const found = rowsOf<Failed>(
    await db.execute(sql`
      select failed.subject, failed.movie_id as "movieId", failed.episode_index as index,
        (select jsonb_build_object('season', e.season, 'first', coalesce(e.number, e.index),
            'last', coalesce(e.number, e.index), 'isOneOfSeveral',
            exists (select 1 from episode other where other.movie_id = e.movie_id and other.season <> e.season))
          from episode e join movie m on m.id = e.movie_id and m.kind = 'series'
          where e.movie_id = failed.movie_id and e.index = failed.episode_index) as place, coalesce(
        (select jsonb_object_agg(t.locale, t.title) from movie_text t where t.movie_id = failed.movie_id), '{}') as titles
      from (select *, id || ':' || extract(epoch from coalesce(finished_at, updated_at))::bigint as subject
        from encoding where state = 'failed' and updated_at > ${daysBefore(now)}::timestamptz) failed
      where not exists (select 1 from notice_event n
        where n.topic = 'encoding-failed' and n.subject = failed.subject)
      limit ${mostAtOnce}`),
  );
  const news = found.map(({ subject, movieId, index, place, titles }) => ({
    topic: "encoding-failed" as const,
    subject,
    data: { movieId, first: index, titles, ...(place && { place }) },
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
