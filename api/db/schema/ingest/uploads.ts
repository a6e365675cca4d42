import { doublePrecision, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Files sent with a presigned form, by content. */
export const uploads = pgTable("upload", {
  /** `<sha-256 hex>.<extension>`. */
  key: text("key").primaryKey(),
  bytes: doublePrecision("bytes").notNull(),
  uid: text("uid").notNull(),
  /**
   * `picture` = sent by any user for a message or an avatar; removed once it is unused. `any` = sent by an admin for
   * the service.
   */
  purpose: text("purpose", { enum: ["picture", "any"] })
    .notNull()
    .default("picture"),
  /** The sender's network for a picture: a keyed digest, not an address. Empty for an admin's file. */
  network: text("network").notNull().default(""),
  createdAt: time("created_at").notNull().defaultNow(),
});
