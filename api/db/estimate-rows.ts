import { sql, type SQL } from "drizzle-orm";
import type { Db } from "./client.ts";
import { rowsOf } from "./rows-of.ts";

type Plan = { "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] };

/** Number of rows that the planner expects from a query, by its statistics. Reads no rows. */
export async function estimateRows(db: Db, query: SQL): Promise<number> {
  const [row] = rowsOf<Plan>(await db.execute(sql`explain (format json) ${query}`));
  return row!["QUERY PLAN"][0].Plan["Plan Rows"];
}
