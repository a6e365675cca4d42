import { date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { time } from "../columns.ts";
import { orders } from "./payments.ts";

/**
 * What an order gives to another user: a code, whose batch and hash are known from the beginning and are written as a
 * batch and a code once the order is paid.
 */
export const gifts = pgTable(
  "gift",
  {
    number: text("number")
      .primaryKey()
      .references(() => orders.number, { onDelete: "cascade" }),
    batchId: uuid("batch_id").notNull(),
    /** SHA-256 of the code, hex. */
    hash: text("hash").notNull(),
    /** Whom it is mailed to; null = the buyer hands the code over. */
    email: text("email"),
    message: text("message"),
    /** UTC day of the mail; null = once it is paid. */
    deliverOn: date("deliver_on", { mode: "string" }),
    /** The buyer's language, of the mail. */
    locale: text("locale").notNull(),
    /** Set before the mail is sent, so that a second one never is. */
    mailedAt: time("mailed_at"),
    /** When a refund revoked the code. */
    takenAt: time("taken_at"),
  },
  (t) => [
    index("gift_hash").on(t.hash),
    index("gift_unsent")
      .on(t.deliverOn)
      .where(sql`email is not null and mailed_at is null`),
  ],
);
