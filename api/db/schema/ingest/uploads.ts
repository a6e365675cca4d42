import { doublePrecision, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Files that came through a presigned form, by content. */
export const uploads = pgTable("upload", {
  /** `<sha-256 hex>.<extension>`. */
  key: text("key").primaryKey(),
  bytes: doublePrecision("bytes").notNull(),
  uid: text("uid").notNull(),
  /** `picture` = of anybody, for a message or an avatar: removed once nothing shows it. `any` = an admin's, for the service. */
  purpose: text("purpose", { enum: ["picture", "any"] })
    .notNull()
    .default("picture"),
  /** Where a stranger's picture came from: a keyed digest of the network, which is no address. Empty for an admin's. */
  network: text("network").notNull().default(""),
  createdAt: time("created_at").notNull().defaultNow(),
});
