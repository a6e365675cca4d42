import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { NoticeTopicName } from "../../../../contract/service/notice-topics.ts";
import { users } from "../accounts/accounts.ts";
import { sessions } from "../accounts/sessions.ts";
import { time } from "../columns.ts";
import { noticeEvents } from "./notices.ts";

/** How a user wants to be told, beside the inbox. No row = neither by push nor by mail. */
export const noticeChoices = pgTable(
  "notice_choice",
  {
    uid: text("uid")
      .primaryKey()
      .references(() => users.uid, { onDelete: "cascade" }),
    push: text("push")
      .array()
      .$type<NoticeTopicName[]>()
      .notNull()
      .default(sql`'{}'`),
    mail: text("mail")
      .array()
      .$type<NoticeTopicName[]>()
      .notNull()
      .default(sql`'{}'`),
    /** Minutes of the day between which no push is sent, in `zone`; both or neither. */
    quietFrom: integer("quiet_from"),
    quietTo: integer("quiet_to"),
    /** An IANA name. */
    zone: text("zone").notNull().default("UTC"),
    /** When the user refused to be asked about pushes. */
    declinedAt: time("declined_at"),
    /** When the last mail was begun. */
    mailedAt: time("mailed_at"),
  },
  (t) => [
    index("notice_choice_mail")
      .on(t.uid)
      .where(sql`mail <> '{}'`),
  ],
);

/** A browser that takes pushes. It ends with its session. */
export const pushSubscriptions = pgTable(
  "push_subscription",
  {
    id: uuid("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** The session of the browser: signing it out ends its pushes. */
    tokenHash: text("token_hash")
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    /** SHA-256 of the endpoint, hex: a browser has one row for all who sign in there. */
    endpointHash: text("endpoint_hash").notNull(),
    endpoint: text("endpoint").notNull(),
    /** Keys of the browser, base64url. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    /** Language of the browser. */
    locale: text("locale").notNull(),
    createdAt: time("created_at").notNull(),
    /** Attempts in a row that were given up. */
    failures: integer("failures").notNull().default(0),
  },
  (t) => [
    uniqueIndex("push_subscription_endpoint").on(t.endpointHash),
    index("push_subscription_uid").on(t.uid, t.createdAt),
    index("push_subscription_session").on(t.tokenHash),
  ],
);

/** Pushes that wait. A row is claimed before it is sent, and deleted after that: none is sent twice. */
export const pushDeliveries = pgTable(
  "push_delivery",
  {
    subscriptionId: uuid("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    eventId: uuid("event_id")
      .notNull()
      .references(() => noticeEvents.id, { onDelete: "cascade" }),
    /** Not before: the end of quiet hours, or the next attempt. */
    dueAt: time("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** A process is sending it, or died while it did. */
    claimedAt: time("claimed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.eventId] }),
    index("push_delivery_due")
      .on(t.dueAt)
      .where(sql`claimed_at is null`),
    index("push_delivery_claimed")
      .on(t.claimedAt)
      .where(sql`claimed_at is not null`),
    index("push_delivery_event").on(t.eventId),
  ],
);
