import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { FeedbackContext } from "../../../../contract/index.ts";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";

/**
 * Messages from users to the operator. The receipt identifies one for its author; only the author and admins can read
 * it.
 */
export const feedback = pgTable(
  "feedback",
  {
    /** `XXXX-XXXX-XXXX`: letters and digits that are not easily confused, 60 random bits. */
    receipt: text("receipt").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** The form's own random id: sending it twice creates one message. */
    key: text("key").notNull(),
    category: text("category").notNull(),
    text: text("text").notNull(),
    /** Device and playback data that the author allowed the form to send; null = none. */
    context: jsonb("context").$type<FeedbackContext>(),
    /** Key of an upload. */
    screenshot: text("screenshot"),
    reply: text("reply"),
    repliedAt: time("replied_at"),
    repliedBy: text("replied_by"),
    /** Closed by an admin without an answer. */
    closedAt: time("closed_at"),
    /** Counts the changes by admins: a save based on an older revision is refused. */
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
