import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { FeedbackContext } from "../../../../contract/index.ts";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";

/**
 * What people wrote to the operator. The receipt names it to its author; only the author, and an admin, can read it.
 */
export const feedback = pgTable(
  "feedback",
  {
    /** `XXXX-XXXX-XXXX`: made of letters and digits nobody mistakes for one another, 60 bits of chance. */
    receipt: text("receipt").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** The form's own random id: sent twice, it makes one. */
    key: text("key").notNull(),
    category: text("category").notNull(),
    text: text("text").notNull(),
    /** What the author let the form tell of the device and the playback; null = nothing. */
    context: jsonb("context").$type<FeedbackContext>(),
    /** Key of an upload. */
    screenshot: text("screenshot"),
    reply: text("reply"),
    repliedAt: time("replied_at"),
    repliedBy: text("replied_by"),
    /** Put aside by an admin without an answer. */
    closedAt: time("closed_at"),
    /** Counts what admins changed: a save of an older one is refused. */
    revision: integer("revision").notNull().default(0),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("feedback_key").on(t.key),
    index("feedback_author").on(t.uid, t.createdAt.desc().nullsFirst(), t.receipt.desc().nullsFirst()),
    index("feedback_latest").on(t.createdAt.desc().nullsFirst(), t.receipt.desc().nullsFirst()),
    index("feedback_open")
      .on(t.createdAt.desc().nullsFirst(), t.receipt.desc().nullsFirst())
      .where(sql`replied_at is null and closed_at is null`),
  ],
);
