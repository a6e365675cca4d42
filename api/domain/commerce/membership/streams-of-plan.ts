import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";

/**
 * How many players of a user may play at a time: the most of the plans whose time is not over, as they were when they
 * were ordered, gifts among them. Time that came from another source, as from an admin, has what the service allows.
 * @param standard what the service allows where a plan does not say
 */
export async function streamsOfPlan(
  db: Db,
  { uid, standard, now }: { uid: string; standard: number; now: Date },
): Promise<number> {
  const [row] = rowsOf<{ most: number | null }>(
    await db.execute(sql`
      select max(coalesce((o.plan ->> 'streams')::int, ${standard}))::int as most
      from membership_event e
      join payment_order o on o.number = split_part(e.source_id, ':', 1) and o.uid = e.uid
      where e.uid = ${uid} and e.source in ('order', 'voucher') and e.result > ${now.toISOString()}::timestamptz
        and (o.granted_s = 0 or o.taken_s < o.granted_s)`),
  );
  return row?.most ?? standard;
}
