import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";

/** One encoded video: a folder of the media storage with its renditions. */
export const assets = pgTable("asset", {
  id: text("id").primaryKey(),
  state: text("state", { enum: ["waiting", "encoding", "ready", "failed"] }).notNull(),
  durationS: doublePrecision("duration_s"),
  height: integer("height"),
  createdAt: time("created_at").notNull().defaultNow(),
  readyAt: time("ready_at"),
});
