import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Duration } from "../../../../contract/index.ts";
import { time } from "../columns.ts";
import { orders } from "./payments.ts";

/** A batch of codes that were created together. */
export const codeBatches = pgTable(
  "code_batch",
  {
    /** Key of the form that created it. */
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    duration: jsonb("duration").$type<Duration>().notNull(),
    /** Tier of the membership that a code gives. */
    tier: integer("tier").notNull().default(1),
    codes: integer("codes").notNull(),
    uses: integer("uses").notNull(),
    expiresAt: time("expires_at"),
    revokedAt: time("revoked_at"),
    createdAt: time("created_at").notNull(),
    madeBy: text("made_by"),
    madeName: text("made_name"),
    revision: integer("revision").notNull().default(0),
    /** The order that paid for it as a gift; null = an admin made it. */
    giftOf: text("gift_of").references(() => orders.number),
  },
  (t) => [
    index("code_batch_latest").on(t.createdAt, t.id),
    index("code_batch_gift")
      .on(t.giftOf)
      .where(sql`gift_of is not null`),
  ],
);

/** A redeemable code. The code itself is not stored: it is derived from the secret, and the hash identifies it. */
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
    /** Revoked by itself, apart from its batch. */
    revokedAt: time("revoked_at"),
  },
  (t) => [uniqueIndex("code_place").on(t.batchId, t.index)],
);

/** Redemptions: which user redeemed which code, once each. */
export const redemptions = pgTable(
  "code_redemption",
  {
    hash: text("hash")
      .notNull()
      .references(() => codes.hash),
    /** The order that records it; the order names the user. */
    number: text("number")
      .notNull()
      .references(() => orders.number),
    at: time("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.number] })],
);
