import { sql, type SQL } from "drizzle-orm";
import type { Db } from "./client.ts";
import { rowsOf } from "./rows-of.ts";

type Plan = { "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] };

/** How many rows the planner takes a query to have, by its statistics; nothing is read. */
export async function estimateRows(db: Db, query: SQL): Promise<number> {
  const [row] = rowsOf<Plan>(await db.execute(sql`explain (format json) ${query}`));
  return row!["QUERY PLAN"][0].Plan["Plan Rows"];
}
