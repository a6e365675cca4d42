import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import {
  deliveryProblems,
  deliveryStates,
  endpointOffs,
  type WebhookEvent,
} from "../../../../contract/service/webhook-events.ts";
import { time } from "../columns.ts";

/** Addresses of other software that is told what happens. Their secrets follow from the service's own. */
export const webhookEndpoints = pgTable("webhook_endpoint", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  events: text("events").array().$type<WebhookEvent[]>().notNull(),
  createdAt: time("created_at").notNull(),
  /** Counts the rotations: the secret follows from it. */
  secretVersion: integer("secret_version").notNull().default(1),
  /** When the secret was last rotated: for a day after that, the one before signs as well. */
  rotatedAt: time("rotated_at"),
  /** The first of the failures in a row; null = the last message arrived. */
  failingSince: time("failing_since"),
  /** Null = on. */
  offAt: time("off_at"),
  offWhy: text("off_why", { enum: endpointOffs }),
  revision: integer("revision").notNull().default(0),
});

/** What has happened, where an endpoint wants to know. Triggers write it in the transaction of the change. */
export const webhookMessages = pgTable(
  "webhook_message",
  {
    id: uuid("id").primaryKey(),
    type: text("type").$type<WebhookEvent | "webhook.test">().notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    at: time("at").notNull(),
  },
  (t) => [index("webhook_message_at").on(t.at)],
);

/** A message on its way to an endpoint, and what became of it. */
export const webhookDeliveries = pgTable(
  "webhook_delivery",
  {
    id: uuid("id").primaryKey(),
    messageId: uuid("message_id")
      .notNull()
      .references(() => webhookMessages.id, { onDelete: "cascade" }),
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    at: time("at").notNull(),
    state: text("state", { enum: deliveryStates }).notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    /** When it is tried next. */
    dueAt: time("due_at").notNull(),
    /** When a job of the queue was made for its next try; null = there is none. */
    queuedAt: time("queued_at"),
    /** Of the last try. */
    lastAt: time("last_at"),
    lastStatus: integer("last_status"),
    lastMs: integer("last_ms"),
    lastProblem: text("last_problem", { enum: deliveryProblems }),
    lastAnswer: text("last_answer"),
  },
  (t) => [
    index("webhook_delivery_latest").on(t.at, t.id),
    index("webhook_delivery_endpoint").on(t.endpointId, t.at, t.id),
    index("webhook_delivery_message").on(t.messageId),
    index("webhook_delivery_due")
      .on(t.endpointId, t.dueAt)
      .where(sql`state = 'waiting' and queued_at is null`),
    index("webhook_delivery_queued")
      .on(t.endpointId, t.queuedAt)
      .where(sql`state = 'waiting' and queued_at is not null`),
  ],
);
