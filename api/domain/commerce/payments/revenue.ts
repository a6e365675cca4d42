import { count, eq, sql } from "drizzle-orm";
import type { Currency, OutputOf, PaymentMethod } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { disputes } from "../../../db/schema.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { invalidField } from "../../kernel/failure.ts";
import { dayAfter } from "./find-orders.ts";

type Revenue = OutputOf<"z/order/revenue">;
const dayMs = 86_400_000;
const mostDays = 800;
/** A membership that continues within this many days counts as not ended. */
const returnDays = 3;

/**
 * Income and refunds by UTC day and currency, from the payment ledger, and memberships that began and ended, from the
 * membership ledger. Nothing is converted: different currencies are not added up.
 * @throws Failure invalid for a range that is backwards or longer than two years and some days
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
  const [open] = await db.select({ n: count() }).from(disputes).where(eq(disputes.state, "open"));
  return { currencies, members, openDisputes: open!.n, methods };
}

type Range = { begin: string; end: string; now: string };
const dayOf = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD')`);

async function readMoney(db: Db, { begin, end }: Range): Promise<Revenue["currencies"]> {
  const rows = rowsOf<{
    currency: Currency;
    day: string;
    paid: number;
    refunded: number;
    tax: number;
    orders: number;
  }>(
    await db.execute(sql`select currency, ${dayOf("at")} as day,
        coalesce(sum(amount) filter (where kind in ('paid', 'reinstated')), 0)::float8 as paid,
        coalesce(sum(amount) filter (where kind = 'refunded'), 0)::float8 as refunded,
        coalesce(sum(case when kind in ('paid', 'reinstated') then tax when kind = 'refunded' then -tax end), 0)::float8
          as tax,
        count(distinct number) filter (where kind = 'paid')::int as orders
      from payment_line where at >= ${begin}::timestamptz and at < ${end}::timestamptz
      group by currency, day order by currency, day`),
  );
  const all = new Map<Currency, Revenue["currencies"][number]>();
  for (const { currency, ...day } of rows) {
    const sum = all.get(currency) ?? { currency, paid: 0, refunded: 0, tax: 0, orders: 0, days: [] };
    sum.paid += day.paid;
    sum.refunded += day.refunded;
    sum.tax += day.tax;
    sum.orders += day.orders;
    sum.days.push(day);
    all.set(currency, sum);
  }
  return [...all.values()].sort((one, other) => other.orders - one.orders);
}

/** A column of the user's ledger line before or after `e`, in ledger order. */
const neighbour = (column: string, which: "before" | "after") =>
  sql.raw(`(select n.${column} from membership_event n where n.uid = e.uid
    and n.seq ${which === "before" ? "< e.seq order by n.seq desc" : "> e.seq order by n.seq"} limit 1)`);

/**
 * A membership began with a line that gave VIP to a user without it. It ended if no line followed in time. Reads only
 * the lines of the range and their neighbours, because admins look at today's figures often.
 */
async function readMembers(db: Db, { begin, end, now }: Range): Promise<Revenue["members"]> {
  const back = sql.raw(`interval '${String(returnDays)} days'`);
  const rows = rowsOf<{ day: string; began: number; ended: number }>(
    await db.execute(sql`select day, sum(began)::int as began, sum(ended)::int as ended from (
        select ${dayOf("e.at")} as day, 1 as began, 0 as ended from membership_event e
          where e.at >= ${begin}::timestamptz and e.at < ${end}::timestamptz and e.result > e.at
            and coalesce(${neighbour("result", "before")} + ${back} < e.at, true)
        union all
        select ${dayOf("e.result")}, 0, 1 from membership_event e
          where e.result >= ${begin}::timestamptz and e.result < ${end}::timestamptz
            and e.result + ${back} <= ${now}::timestamptz
            and coalesce(${neighbour("at", "after")} > e.result + ${back}, true)
      ) changes group by day order by day`),
  );
  return {
    active: await countActive(db, end < now ? end : null, now),
    days: rows,
    began: rows.reduce((sum, { began }) => sum + began, 0),
    ended: rows.reduce((sum, { ended }) => sum + ended, 0),
  };
}

/** Number of VIPs now, or at a past time. */
async function countActive(db: Db, then: string | null, now: string): Promise<number> {
  const counted = then
    ? sql`select count(*)::int as n from membership_event e
        where e.at <= ${then}::timestamptz and e.result > ${then}::timestamptz and not exists (
          select 1 from membership_event n where n.uid = e.uid and n.seq > e.seq and n.at <= ${then}::timestamptz)`
    : sql`select count(*)::int as n from user_account where vip_until > ${now}::timestamptz`;
  return rowsOf<{ n: number }>(await db.execute(counted))[0]?.n ?? 0;
}
