import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Duration } from "../../../../contract/index.ts";
import { time } from "../columns.ts";
import { orders } from "./payments.ts";

/** Codes that were made together. */
export const codeBatches = pgTable(
  "code_batch",
  {
    /** The key of the form that made it. */
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    duration: jsonb("duration").$type<Duration>().notNull(),
    codes: integer("codes").notNull(),
    uses: integer("uses").notNull(),
    expiresAt: time("expires_at"),
    revokedAt: time("revoked_at"),
    createdAt: time("created_at").notNull(),
    madeBy: text("made_by"),
    madeName: text("made_name"),
    revision: integer("revision").notNull().default(0),
  },
  (t) => [index("code_batch_latest").on(t.createdAt, t.id)],
);

/** A code that can be redeemed. The code itself is not here: it follows from the secret, and the hash knows it again. */
export const codes = pgTable(
  "code",
  {
    /** SHA-256 of the code, hex. */
    hash: text("hash").primaryKey(),
    batchId: uuid("batch_id")
      .notNull()
      .references(() => codeBatches.id),
    /** From 0. */
    index: integer("index").notNull(),
    used: integer("used").notNull().default(0),
  },
  (t) => [uniqueIndex("code_place").on(t.batchId, t.index)],
);

/** Who redeemed which code, once each. */
export const redemptions = pgTable(
  "code_redemption",
  {
    hash: text("hash")
      .notNull()
      .references(() => codes.hash),
    /** The order that stands for it; whose it is says the order. */
    number: text("number")
      .notNull()
      .references(() => orders.number),
    at: time("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.number] })],
);
