import { sql } from "drizzle-orm";
import { logDays } from "../../../../contract/service/webhook-events.ts";
import type { Db } from "../../../db/client.ts";
import { sweepRows } from "../../kernel/sweep-rows.ts";

const dayMs = 86_400_000;

/** Removes messages after 30 days, and with them the log of their deliveries. @returns number of messages */
export function sweepWebhooks(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - logDays * dayMs).toISOString();
  return sweepRows(db, { table: sql`webhook_message`, where: sql`at <= ${before}::timestamptz` });
}
