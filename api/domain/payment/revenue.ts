import { sql } from "drizzle-orm";
import type { Currency, OutputOf, PaymentMethod } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";
import { invalidField } from "../failure.ts";
import { dayAfter } from "./find-orders.ts";

type Revenue = OutputOf<"z/order/revenue">;
const dayMs = 86_400_000;
const mostDays = 800;
/** Whose VIP goes on within so many days has not left. */
const returnDays = 3;

/**
 * What came in and went back by UTC day and currency, of the ledger of money, and how memberships came and went, of
 * theirs. Nothing is converted: sums of different currencies are no sum.
 * @throws Failure invalid for a range that is backwards or longer than two years and some
 */
export async function readRevenue(
  db: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<Revenue> {
  const begin = new Date(`${from}T00:00:00Z`);
  const end = dayAfter(to);
  const days = (end.getTime() - begin.getTime()) / dayMs;
  if (days < 1) throw invalidField("to", "too_small");
  if (days > mostDays) throw invalidField("to", "too_big");
  const range = { begin: begin.toISOString(), end: end.toISOString(), now: now.toISOString() };
  const [currencies, members, methods] = [
    await readMoney(db, range),
    await readMembers(db, range),
    rowsOf<{ method: PaymentMethod; orders: number }>(
      await db.execute(sql`select method, count(*)::int as orders from payment_order
        where paid_at >= ${range.begin}::timestamptz and paid_at < ${range.end}::timestamptz and method is not null
        group by method order by count(*) desc, method`),
    ),
  ];
  return { currencies, members, methods };
}

type Range = { begin: string; end: string; now: string };
const dayOf = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD')`);

async function readMoney(db: Db, { begin, end }: Range): Promise<Revenue["currencies"]> {
  const rows = rowsOf<{ currency: Currency; day: string; paid: number; refunded: number; orders: number }>(
    await db.execute(sql`select currency, ${dayOf("at")} as day,
        coalesce(sum(amount) filter (where kind in ('paid', 'reinstated')), 0)::float8 as paid,
        coalesce(sum(amount) filter (where kind = 'refunded'), 0)::float8 as refunded,
        count(distinct number) filter (where kind = 'paid')::int as orders
      from payment_line where at >= ${begin}::timestamptz and at < ${end}::timestamptz
      group by currency, day order by currency, day`),
  );
  const all = new Map<Currency, Revenue["currencies"][number]>();
  for (const { currency, ...day } of rows) {
    const sum = all.get(currency) ?? { currency, paid: 0, refunded: 0, orders: 0, days: [] };
    sum.paid += day.paid;
    sum.refunded += day.refunded;
    sum.orders += day.orders;
    sum.days.push(day);
    all.set(currency, sum);
  }
  return [...all.values()].sort((one, other) => other.orders - one.orders);
}

/** A membership began with a line after which there was VIP where there was none; it ended where no line came in time. */
async function readMembers(db: Db, { begin, end, now }: Range): Promise<Revenue["members"]> {
  const spans = sql`(select uid, at, result, lag(result) over w as before, lead(at) over w as following
    from membership_event window w as (partition by uid order by seq))`;
  const until = end < now ? end : now;
  const rows = rowsOf<{ day: string; began: number; ended: number }>(
    await db.execute(sql`select day, sum(began)::int as began, sum(ended)::int as ended from (
        select ${dayOf("at")} as day, 1 as began, 0 as ended from ${spans} lines
          where at >= ${begin}::timestamptz and at < ${end}::timestamptz and result > at
            and (before is null or before + interval '${sql.raw(String(returnDays))} days' < at)
        union all
        select ${dayOf("result")}, 0, 1 from ${spans} lines
          where result >= ${begin}::timestamptz and result < ${end}::timestamptz
            and result + interval '${sql.raw(String(returnDays))} days' <= ${now}::timestamptz
            and (following is null or following > result + interval '${sql.raw(String(returnDays))} days')
      ) changes group by day order by day`),
  );
  const active = rowsOf<{ n: number }>(
    await db.execute(sql`select count(*)::int as n from (
        select distinct on (uid) uid, result from membership_event where at <= ${until}::timestamptz
          order by uid, seq desc) last where result > ${until}::timestamptz`),
  );
  return {
    active: active[0]?.n ?? 0,
    days: rows,
    began: rows.reduce((sum, { began }) => sum + began, 0),
    ended: rows.reduce((sum, { ended }) => sum + ended, 0),
  };
}
