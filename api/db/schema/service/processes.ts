import { pgTable, uuid } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Processes that work on this database. One without a recent heartbeat is dead: see api/db/process-lease.ts. */
export const processes = pgTable("process", {
  id: uuid("id").primaryKey(),
  startedAt: time("started_at").notNull().defaultNow(),
  heartbeatAt: time("heartbeat_at").notNull().defaultNow(),
});
