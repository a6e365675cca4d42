import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { batchSize, mostBatches } from "../../kernel/sweep-rows.ts";

/**
 * Days after which an unpaid order is removed: as long as payments are checked, see
 * api/domain/commerce/payments/reconcile.ts.
 */
export const unpaidOrderDays = 180;
const dayMs = 86_400_000;

/**
 * Removes orders without a result, with their attempts: cancelled or expired, and without any money, code or open
 * attempt. Orders with a line in a ledger stay for good. May run twice at once.
 * @returns number of removed orders
 */
export async function sweepOrders(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - unpaidOrderDays * dayMs).toISOString();
  let removed = 0;
  for (let turn = 0; turn < mostBatches; turn++) {
    const gone = await db.transaction((tx) => removeOrders(tx, before));
    removed += gone;
    if (gone < batchSize) break;
  }
  return removed;
}

async function removeOrders(tx: Db, before: string): Promise<number> {
  const found = rowsOf<{ number: string }>(
    await tx.execute(sql`
      select number from payment_order o
      where state in ('expired', 'cancelled') and created_at < ${before}::timestamptz and subscription_id is null
        and not exists (select 1 from payment_line l where l.number = o.number)
        and not exists (select 1 from payment_refund r where r.number = o.number)
        and not exists (select 1 from payment_dispute d where d.number = o.number)
        and not exists (select 1 from code_redemption c where c.number = o.number)
        and not exists (select 1 from payment_attempt a where a.number = o.number and a.state in ('open', 'paid'))
      limit ${batchSize} for update of o skip locked`),
  );
  if (found.length === 0) return 0;
  const numbers = JSON.stringify(found.map(({ number }) => number));
  const theirs = sql`number in (select jsonb_array_elements_text(${numbers}::jsonb))`;
  await tx.execute(
    sql`delete from sandbox_payment where id in (select id from payment_attempt where ${theirs})`,
  );
  await tx.execute(sql`delete from payment_attempt where ${theirs}`);
  await tx.execute(sql`delete from payment_order where ${theirs}`);
  return found.length;
}
