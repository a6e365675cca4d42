import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Notice, Page, ParsedOf } from "../../../../contract/index.ts";
import { mostUnseen } from "../../../../contract/service/notice-topics.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { noticeEvents, notices } from "../../../db/schema.ts";
import { decodeCursor, encodeCursor, timeKey, timeText } from "../../kernel/cursor.ts";
import type { Words } from "../mail/letter.ts";
import { wordNotice } from "./word-notice.ts";

const defaultLimit = 30;

/** A user's inbox by keyset, latest first. */
export async function listNotices(
  { db, words }: { db: Db; words: Words },
  { uid, locale, cursor, limit = defaultLimit }: ParsedOf<"notice/list"> & { uid: string; locale: Locale },
): Promise<Page<Notice>> {
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select({ notice: notices, event: noticeEvents, key: timeText(notices.createdAt) })
    .from(notices)
    .innerJoin(noticeEvents, eq(noticeEvents.id, notices.eventId))
    .where(
      and(
        eq(notices.uid, uid),
        place
          ? sql`(${notices.createdAt}, ${notices.eventId}) < (${place.key}::timestamptz, ${uuidOf(place.id)})`
          : undefined,
      ),
    )
    .orderBy(desc(notices.createdAt), desc(notices.eventId))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ notice, event }) => ({
      id: event.id,
      topic: event.topic,
      ...wordNotice(words, event, locale),
      at: notice.createdAt.toISOString(),
      seen: notice.seenAt !== null,
    })),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.event.id }) : null,
  };
}

/** A cursor's id may be any word; one that is no UUID comes before all. */
function uuidOf(id: string) {
  const known = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
  return sql`${known ? id : "00000000-0000-0000-0000-000000000000"}::uuid`;
}

/** Number of unseen notices, up to one more than a badge shows. */
export async function countUnseen(db: Db, uid: string): Promise<number> {
  const [row] = rowsOf<{ n: number }>(
    await db.execute(sql`select count(*)::int as n from (
      select 1 from notice where uid = ${uid} and seen_at is null limit ${mostUnseen + 1}) unseen`),
  );
  return row!.n;
}

/** Marks notices as seen. @returns where the first of the named ones leads; null for none */
export async function seeNotices(
  { db, words }: { db: Db; words: Words },
  { uid, ids, locale, now }: ParsedOf<"notice/seen"> & { uid: string; locale: Locale; now: Date },
): Promise<{ to: string | null }> {
  const theirs = and(eq(notices.uid, uid), ids && inArray(notices.eventId, ids));
  await db
    .update(notices)
    .set({ seenAt: now })
    .where(and(theirs, isNull(notices.seenAt)));
  if (!ids) return { to: null };
  const [row] = await db
    .select({ event: noticeEvents })
    .from(notices)
    .innerJoin(noticeEvents, eq(noticeEvents.id, notices.eventId))
    .where(and(eq(notices.uid, uid), eq(notices.eventId, ids[0]!)));
  return { to: row ? wordNotice(words, row.event, locale).to : null };
}

/** @returns number of deleted notices. Nothing tells them again. */
export async function removeNotices(
  db: Db,
  { uid, ids }: ParsedOf<"notice/remove"> & { uid: string },
): Promise<{ removed: number }> {
  const gone = await db
    .delete(notices)
    .where(and(eq(notices.uid, uid), ids && inArray(notices.eventId, ids)))
    .returning({ id: notices.eventId });
  return { removed: gone.length };
}

/** Moves a guest's notices to the member. What both have been told stays once. Idempotent, because they move. */
export async function mergeNotices(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`update notice_event set uid = ${to} where uid = ${from}`);
  await db.execute(sql`
    with moved as (delete from notice where uid = ${from}
      returning event_id, created_at, seen_at, pushed_at, mailed_at)
    insert into notice (uid, event_id, created_at, seen_at, pushed_at, mailed_at)
    select ${to}, event_id, created_at, seen_at, pushed_at, mailed_at from moved on conflict do nothing`);
}
