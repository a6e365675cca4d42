import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

export const statEvents = pgTable(
  "stat_event",
  {
    id: text("id").primaryKey(),
    uid: text("uid"),
    action: text("action").notNull(),
    target: integer("target").notNull(),
    remark: text("remark").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("stat_event_time").on(t.createdAt),
    index("stat_event_person")
      .on(t.uid, t.id)
      .where(sql`uid is not null`),
  ],
);
