import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { CouponValue } from "../../../../contract/index.ts";
import { time } from "../columns.ts";

/** Coupons, which lower the price of an order. The orders that have one hold and spend its uses. */
export const coupons = pgTable(
  "coupon",
  {
    /** Key of the form that created it. */
    id: uuid("id").primaryKey(),
    /** Upper case. */
    code: text("code").notNull(),
    name: text("name").notNull(),
    value: jsonb("value").$type<CouponValue>().notNull(),
    /** Null = every plan. */
    plans: jsonb("plans").$type<string[]>(),
    startsAt: time("starts_at"),
    endsAt: time("ends_at"),
    /** Null = any number. */
    uses: integer("uses"),
    oncePerAccount: boolean("once_per_account").notNull(),
    firstOnly: boolean("first_only").notNull(),
    endedAt: time("ended_at"),
    createdAt: time("created_at").notNull(),
    madeBy: text("made_by"),
    madeName: text("made_name"),
    revision: integer("revision").notNull().default(0),
  },
  (t) => [uniqueIndex("coupon_code").on(t.code), index("coupon_latest").on(t.createdAt, t.id)],
);
