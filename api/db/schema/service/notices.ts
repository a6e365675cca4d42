import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AccessLevel } from "../../../../contract/catalogue/values.ts";
import type { NoticeTopicName } from "../../../../contract/service/notice-topics.ts";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";

/** What a notice says, beside its topic. Names nothing that its readers may not see. */
export type NoticeData = {
  /** Movie or series, with its titles at that time, by language. */
  movieId?: string;
  titles?: Record<string, string>;
  /** Indexes of the first and the last of the episodes. */
  first?: number;
  last?: number;
  /** Of a series: their season and numbers, and whether it has other seasons. */
  place?: { season: number; first: number; last: number; isOneOfSeveral: boolean };
  /** Who may watch those whole. */
  level?: AccessLevel;
  /** A collection, with its names at that time, by language. */
  collection?: { id: string; names: Record<string, string> };
  /** Number of its movies, where they are several. */
  count?: number;
  /** Of feedback. */
  receipt?: string;
  /** Number of an order. */
  order?: string;
  /** When VIP ends, ISO 8601. */
  until?: string;
  /** Free bytes of the disk. */
  bytes?: number;
  /** A name that admins see. */
  name?: string;
};

/** Something that users are told of: one row, however many they are. */
export const noticeEvents = pgTable(
  "notice_event",
  {
    id: uuid("id").primaryKey(),
    topic: text("topic").$type<NoticeTopicName>().notNull(),
    /** What it is about: one event for each. */
    subject: text("subject").notNull(),
    data: jsonb("data").$type<NoticeData>().notNull(),
    /** The one user whom it is for; null = the topic says who they are. */
    uid: text("uid").references(() => users.uid, { onDelete: "cascade" }),
    at: time("at").notNull(),
    /** The last user who has been told, in the order of `uid`; '' = none yet. */
    place: text("place").notNull().default(""),
    /** When all users had been told; null = not yet. */
    toldAt: time("told_at"),
  },
  (t) => [
    uniqueIndex("notice_event_subject").on(t.topic, t.subject),
    index("notice_event_untold")
      .on(t.at, t.id)
      .where(sql`told_at is null`),
    index("notice_event_at").on(t.at),
    index("notice_event_uid")
      .on(t.uid)
      .where(sql`uid is not null`),
  ],
);

/** The inboxes: what each user has been told. */
export const notices = pgTable(
  "notice",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    eventId: uuid("event_id")
      .notNull()
      .references(() => noticeEvents.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
    seenAt: time("seen_at"),
    /** When a push of it was handed over; null = none was. */
    pushedAt: time("pushed_at"),
    /** When a mail with it was begun. */
    mailedAt: time("mailed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.eventId] }),
    index("notice_latest").on(t.uid, t.createdAt.desc().nullsFirst(), t.eventId.desc().nullsFirst()),
    index("notice_unseen")
      .on(t.uid)
      .where(sql`seen_at is null`),
    index("notice_event_of").on(t.eventId),
    index("notice_at").on(t.createdAt),
  ],
);
