import { pgTable, uuid } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Processes that do long work on this database: see api/db/process-lease.ts. */
export const processes = pgTable("process", {
  id: uuid("id").primaryKey(),
  /** No heartbeat has been late since then. */
  steadySince: time("steady_since").notNull().defaultNow(),
  heartbeatAt: time("heartbeat_at").notNull().defaultNow(),
});
