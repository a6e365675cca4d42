import type { SQL } from "drizzle-orm";
import type { NoticeTopicName } from "../../../../contract/service/notice-topics.ts";
import type { noticeEvents } from "../../../db/schema.ts";

export type NoticeEvent = typeof noticeEvents.$inferSelect;

/** How the users of a topic's events are found. An area hands in those of its own topics (`service.topics`). */
export type NoticeTopic = {
  /**
   * A query of one column `uid`: all viewers whom an event is for, users or further profiles of their accounts. It is read in pages by `uid`, so that needs an index.
   * Left out where each event names its one user.
   */
  audience?: (event: NoticeEvent, now: Date) => SQL;
  /** Raises events for what has happened, see `raiseNotices`. Called every minute; what it repeats does no harm. */
  find?: (now: Date) => Promise<unknown>;
};

export type NoticeTopics = Map<NoticeTopicName, NoticeTopic>;
