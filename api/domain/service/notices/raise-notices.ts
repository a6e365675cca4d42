import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { permissionOf, type NoticeTopicName } from "../../../../contract/service/notice-topics.ts";
import { adminLevels, permissions } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { noticeEvents, type NoticeData } from "../../../db/schema.ts";

export type NewNotice = {
  topic: NoticeTopicName;
  /** What it is about: the same topic and subject are told once, also after a restart. */
  subject: string;
  data: NoticeData;
  /** For this user alone; left out, for the topic's audience. */
  uid?: string;
};

/**
 * Notes what users are to be told; `spreadNotices` tells them. Within a transaction it takes effect with it.
 * @returns number of those that were not noted before
 */
export async function raiseNotices(db: Db, news: NewNotice[], now: Date): Promise<number> {
  if (news.length === 0) return 0;
  const rows = news.map(({ uid = null, ...one }) => ({ ...one, id: randomUUID(), uid, at: now }));
  const noted = await db
    .insert(noticeEvents)
    .values(rows)
    .onConflictDoNothing({ target: [noticeEvents.topic, noticeEvents.subject] })
    .returning({ id: noticeEvents.id });
  return noted.length;
}

/** The audience of a topic for admins: those who have its permission. */
export function adminsOf(topic: NoticeTopicName): () => SQL {
  const permission = permissionOf(topic)!;
  return () =>
    sql`select uid from user_account where admin > 0 and admin >= ${adminLevels[permissions[permission]]}`;
}
