import { and, desc, eq, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type {
  AdminOrder,
  DisputeState,
  OutputOf,
  ParsedOf,
  PaymentLine,
} from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { disputes, orders, users } from "../../../db/schema.ts";
import { continuedBy, partOf, recordExport } from "../../service/audit/record-export.ts";
import { csvOf } from "../../kernel/csv.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import type { User } from "../../kernel/user.ts";
import { userConditions } from "../../accounts/users/user-filter.ts";
import { digitsOf } from "../../../../contract/commerce/currencies.ts";
import { createdText } from "./own-orders.ts";
import { priceOf, tellOrders, type OrderRow } from "./order-row.ts";

type Filter = Omit<ParsedOf<"z/order/list">, "cursor" | "limit">;
const defaultLimit = 50;
/** Counting stops here: more would take too long. */
const mostCounted = 2_000;
const partSize = 1_000;

/** Orders by keyset, latest first. */
export async function findOrders(
  db: Db,
  input: ParsedOf<"z/order/list"> & { locale: Locale; now: Date },
): Promise<OutputOf<"z/order/list">> {
  const { cursor, limit = defaultLimit, locale, now, ...filter } = input;
  const where = conditionsOf(filter, now);
  const page = await readPage(db, { where, cursor, limit });
  const counted = rowsOf<{ n: number }>(
    await db.execute(
      sql`select count(*)::int as n from (select 1 from ${orders} where ${where} limit ${mostCounted + 1}) found`,
    ),
  );
  const total = counted[0]!.n;
  return {
    items: await tellAdminOrders(db, page.rows, locale),
    next: page.next,
    total: total > mostCounted ? null : total,
  };
}

async function readPage(
  db: Db,
  { where, cursor, limit }: { where: SQL | undefined; cursor: string | undefined; limit: number },
): Promise<{ rows: OrderRow[]; next: string | null }> {
  const place = cursor === undefined ? null : decodeCursor(cursor, timeKey);
  const found = await db
    .select({ order: orders, key: createdText })
    .from(orders)
    .where(
      and(
        where,
        place
          ? sql`(${orders.createdAt}, ${orders.number}) < (${place.key}::timestamptz, ${place.id})`
          : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.number))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ order }) => order),
    next: found.length > limit && last ? encodeCursor({ key: last.key, id: last.order.number }) : null,
  };
}

function conditionsOf({ q, uid, state, method, dispute, plan, from, to }: Filter, now: Date): SQL {
  const all = and(
    sql`true`,
    q === undefined ? undefined : matching(q, now),
    uid === undefined ? undefined : eq(orders.uid, uid),
    state === undefined ? undefined : eq(orders.state, state),
    method === undefined ? undefined : eq(orders.method, method),
    dispute === undefined ? undefined : disputed(dispute),
    plan === undefined ? undefined : eq(orders.planId, plan),
    from === undefined ? undefined : gte(orders.createdAt, new Date(`${from}T00:00:00Z`)),
    to === undefined ? undefined : lt(orders.createdAt, dayAfter(to)),
  );
  return all!;
}

function disputed(state: DisputeState): SQL {
  return sql`${orders.number} in (select d.number from payment_dispute d where d.state = ${state})`;
}

/** Midnight (UTC) at the end of a day. */
export function dayAfter(day: string): Date {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + 86_400_000);
}

/** Matches an order number or its beginning, however it was typed, or a user. */
function matching(q: string, now: Date): SQL {
  const number = q.toUpperCase().replaceAll(/[^0-9A-Z-]/g, "");
  const ofUsers = sql`${orders.uid} in (select u.uid from user_account u where ${sql.join(userConditions({ q }, now), sql` and `)})`;
  return number === q.toUpperCase() ? sql`(${orders.number} like ${`${number}%`} or ${ofUsers})` : ofUsers;
}

/** Orders as admins see them: with their users. */
export async function tellAdminOrders(
  db: Db,
  rows: readonly OrderRow[],
  locale: Locale,
): Promise<AdminOrder[]> {
  const uids = [...new Set(rows.flatMap(({ uid }) => uid ?? []))];
  const buyers =
    uids.length === 0
      ? []
      : await db
          .select({ uid: users.uid, name: users.name, email: users.email })
          .from(users)
          .where(inArray(users.uid, uids));
  const told = await tellOrders(db, rows, locale);
  const states = await disputeStatesOf(
    db,
    rows.map(({ number }) => number),
  );
  return told.map((order, index) => ({
    ...order,
    dispute: states.get(order.number) ?? null,
    user: buyers.find(({ uid }) => uid === rows[index]!.uid) ?? null,
  }));
}

/** Dispute states of orders. Of several disputes, an open one counts first, then a lost one. */
async function disputeStatesOf(db: Db, numbers: string[]): Promise<Map<string, DisputeState>> {
  const rows = await db
    .select({ number: disputes.number, state: disputes.state })
    .from(disputes)
    .where(inArray(disputes.number, numbers));
  const weight: readonly DisputeState[] = ["won", "lost", "open"];
  rows.sort((one, other) => weight.indexOf(one.state) - weight.indexOf(other.state));
  return new Map(rows.map(({ number, state }) => [number, state]));
}

// prettier-ignore
const columns = [
  "number", "created_at", "state", "plan", "method", "price", "currency", "paid_at", "paid", "refunded",
  "late", "renewal", "dispute", "uid", "name", "email", "coupon", "list_price", "tax", "invoice",
] as const;

/** The orders that a filter finds as CSV, latest first. Each export is written to the audit log once. */
export async function exportOrders(
  db: Db,
  input: ParsedOf<"z/order/export"> & { admin: User; locale: Locale; now: Date },
): Promise<OutputOf<"z/order/export">> {
  const { cursor, admin, locale, now, ...filter } = input;
  const { entry, place } = partOf(cursor);
  const page = await readPage(db, { where: conditionsOf(filter, now), cursor: place, limit: partSize });
  const noted = { action: "z/order/export", kind: "order", filter, entry, admin, now } as const;
  const exported = await recordExport(db, noted);
  const told = await tellAdminOrders(db, page.rows, locale);
  const cells = told.map((order, index) => {
    const price = priceOf(page.rows[index]!);
    const sum = (...kinds: PaymentLine["kind"][]) =>
      price &&
      decimal(
        order.lines.reduce((all, { kind, money }) => (kinds.includes(kind) ? all + money.amount : all), 0),
        digitsOf(price.currency),
      );
    // prettier-ignore
    return [
      order.number, order.createdAt, order.state, order.plan.id, order.method,
      price && decimal(price.amount, digitsOf(price.currency)), price?.currency ?? null, order.paidAt,
      sum("paid", "reinstated"), sum("refunded"), order.late, order.renewal, order.dispute,
      order.user?.uid ?? null, order.user?.name ?? null, order.user?.email ?? null,
      order.coupon?.code ?? null,
      order.coupon && decimal(order.coupon.price.amount, digitsOf(order.coupon.price.currency)),
      order.tax !== null && price ? decimal(order.tax, digitsOf(price.currency)) : null, order.invoice,
    ];
  });
  return {
    name: `orders-${now.toISOString().slice(0, 10)}.csv`,
    csv: csvOf(cells, cursor === undefined ? columns : undefined),
    rows: cells.length,
    next: continuedBy(exported, page.next),
  };
}

/** Smallest units as a decimal number, without floating-point arithmetic: 499 → `4.99`. */
function decimal(units: number, digits: number): string {
  if (digits === 0) return String(units);
  const text = String(units).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
