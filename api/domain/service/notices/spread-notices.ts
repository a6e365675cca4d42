import { asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { noticeEvents } from "../../../db/schema.ts";
import { queuePushes } from "../pushes/queue-pushes.ts";
import type { NoticeEvent, NoticeTopics } from "./topics.ts";

/** Users in a transaction: locks last some milliseconds. */
const batchSize = 500;
/** Milliseconds of a run; the next one, a minute later, continues. */
const longestRunMs = 40_000;
/** Notices that a user keeps; older ones give way. */
export const mostNotices = 200;

/**
 * Tells users what was raised. Each step is a transaction that writes the notices of some users and the place it has
 * reached, under a lock of the event: a killed process leaves whole steps, and two at once tell nothing twice. What is
 * for one user goes first, so that it does not wait for the million of another event.
 * @returns number of notices
 */
export async function spreadNotices(
  { db, topics }: { db: Db; topics: NoticeTopics },
  now: Date,
): Promise<number> {
  const end = performance.now() + longestRunMs;
  let told = 0;
  while (performance.now() < end) {
    const step = await db.transaction((tx) => spreadStep(tx, topics, now));
    if (step === null) break;
    told += step;
  }
  return told;
}

/** @returns number of notices; null if there was nothing to tell */
async function spreadStep(tx: Db, topics: NoticeTopics, now: Date): Promise<number | null> {
  const [event] = await tx
    .select()
    .from(noticeEvents)
    .where(isNull(noticeEvents.toldAt))
    .orderBy(sql`${noticeEvents.uid} is null`, asc(noticeEvents.at), asc(noticeEvents.id))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!event) return null;
  const uids = await nextUsers(tx, { event, topics, now });
  const written = uids.length === 0 ? [] : await writeNotices(tx, { event, uids, now });
  await queuePushes(tx, { event, uids: written, now });
  const isEnd = uids.length < batchSize;
  await tx
    .update(noticeEvents)
    .set({ place: uids.at(-1) ?? event.place, ...(isEnd && { toldAt: now }) })
    .where(eq(noticeEvents.id, event.id));
  return written.length;
}

async function nextUsers(
  tx: Db,
  { event, topics, now }: { event: NoticeEvent; topics: NoticeTopics; now: Date },
): Promise<string[]> {
  if (event.uid !== null) return [event.uid];
  // An event of a topic that another version of the service knows has no audience here.
  const audience = topics.get(event.topic)?.audience?.(event, now);
  if (!audience) return [];
  const rows = rowsOf<{ uid: string }>(
    await tx.execute(sql`select uid from (${audience}) audience where uid > ${event.place}
      order by uid limit ${batchSize}`),
  );
  return rows.map(({ uid }) => uid);
}

/** @returns the users who have not been told before */
async function writeNotices(
  tx: Db,
  { event, uids, now }: { event: NoticeEvent; uids: string[]; now: Date },
): Promise<string[]> {
  const theirs = sql`select jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb) as uid`;
  const at = now.toISOString();
  // An account that is deleted meanwhile is none to tell. What is for a profile goes to its account's inbox.
  const written = rowsOf<{ uid: string }>(
    await tx.execute(sql`
      insert into notice (uid, event_id, created_at)
      select u.uid, ${event.id}::uuid, ${at}::timestamptz from user_account u
      where u.uid in (${theirs}) or u.uid in (select p.uid from profile p where p.id in (${theirs}))
      order by u.uid for key share of u
      on conflict do nothing returning uid`),
  );
  await tx.execute(sql`
    delete from notice n using (${theirs}) own, lateral (
      select created_at, event_id from notice where uid = own.uid
      order by created_at desc, event_id desc offset ${mostNotices} limit 1) oldest
    where n.uid = own.uid and (n.created_at, n.event_id) <= (oldest.created_at, oldest.event_id)`);
  return written.map(({ uid }) => uid);
}
