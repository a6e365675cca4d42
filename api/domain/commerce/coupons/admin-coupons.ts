import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Coupon, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Currency } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { coupons, orders, plans } from "../../../db/schema.ts";
import { lockAsAdmin } from "../../accounts/users/lock-users.ts";
import { decodeCursor, encodeCursor, timeKey, timeText } from "../../kernel/cursor.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { holdsUse, readCoupon, type CouponRow } from "./hold-coupon.ts";

const defaultLimit = 50;

/** Coupons, latest first. */
export async function listCoupons(
  db: Db,
  { cursor, limit = defaultLimit, q }: ParsedOf<"z/coupon/list">,
): Promise<OutputOf<"z/coupon/list">> {
  const place = cursor === undefined ? null : decodeCursor(cursor, timeKey);
  const rows = await db
    .select({ coupon: coupons, key: timeText(coupons.createdAt) })
    .from(coupons)
    .where(
      and(
        q === undefined
          ? undefined
          : sql`(position(lower(${q}) in lower(${coupons.name})) > 0 or starts_with(${coupons.code}, ${readCoupon(q)}))`,
        place
          ? sql`(${coupons.createdAt}, ${coupons.id}) < (${place.key}::timestamptz, ${place.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(coupons.createdAt), desc(coupons.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const items = await tellCoupons(
    db,
    shown.map(({ coupon }) => coupon),
  );
  const next = rows.length > limit && last ? encodeCursor({ key: last.key, id: last.coupon.id }) : null;
  return { items, next };
}

type Sums = { id: string; used: number; held: number };
type Revenue = { id: string; currency: Currency; paid: number; refunded: number };

/** Coupons in the contract's form, with what their orders brought. */
async function tellCoupons(db: Db, rows: CouponRow[]): Promise<Coupon[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sums: Sums[] = await db
    .select({
      id: sql<string>`${orders.couponId}`,
      used: sql<number>`count(${orders.paidAt})::int`,
      held: sql<number>`count(*) filter (where ${orders.paidAt} is null and ${holdsUse})::int`,
    })
    .from(orders)
    .where(inArray(orders.couponId, ids))
    .groupBy(orders.couponId);
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const money = rowsOf<Revenue>(
    await db.execute(sql`select o.coupon_id as id, l.currency,
        coalesce(sum(l.amount) filter (where l.kind in ('paid', 'reinstated')), 0)::float8 as paid,
        coalesce(sum(l.amount) filter (where l.kind = 'refunded'), 0)::float8 as refunded
      from payment_line l join payment_order o on o.number = l.number
      where o.coupon_id in (${list}) group by o.coupon_id, l.currency order by l.currency`),
  );
  return rows.map((row) => {
    const { used = 0, held = 0 } = sums.find(({ id }) => id === row.id) ?? {};
    const { id, code, name, value, plans, uses, oncePerAccount, firstOnly, revision } = row;
    return {
      id,
      code,
      name,
      value,
      plans,
      uses,
      oncePerAccount,
      firstOnly,
      revision,
      used,
      held,
      startsAt: row.startsAt?.toISOString() ?? null,
      endsAt: row.endsAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      actor: { uid: row.madeBy, name: row.madeName },
      revenue: money
        .filter((one) => one.id === id)
        .map(({ currency, paid, refunded }) => ({ currency, paid, refunded })),
    };
  });
}

type Given<N extends "z/coupon/create" | "z/coupon/end"> = ParsedOf<N> & { admin: User; now: Date };

/**
 * Makes a coupon. Sending the same form again returns the same one.
 * @throws Failure invalid for a code that exists, an end that is over or before the begin, or an unknown plan ·
 *   conflict for a key of another coupon
 */
export async function createCoupon(
  db: Db,
  input: Given<"z/coupon/create">,
): Promise<OutputOf<"z/coupon/create">> {
  const { key: id, code, name, value, uses, oncePerAccount, firstOnly, reason, now } = input;
  const startsAt = input.startsAt === null ? null : new Date(input.startsAt);
  const endsAt = input.endsAt === null ? null : new Date(input.endsAt);
  const row = await db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids: [] });
    const [known] = await tx.select().from(coupons).where(eq(coupons.id, id));
    if (known) {
      if (known.code !== code) throw new Failure("conflict", [{ field: "key", reason: "repeated" }]);
      return known;
    }
    if (endsAt && (endsAt <= now || (startsAt && endsAt <= startsAt)))
      throw invalidField("endsAt", "too_small");
    await refuseUnknownPlans(tx, input.plans ?? []);
    const by = actorOf(admin);
    const after = { code, name, value, plans: input.plans ?? null, startsAt, endsAt, uses };
    const fields = { ...after, oncePerAccount, firstOnly };
    const [made] = await tx
      .insert(coupons)
      .values({ id, ...fields, createdAt: now, madeBy: by.uid, madeName: by.name })
      .onConflictDoNothing()
      .returning();
    if (!made) throw invalidField("code", "repeated");
    const target = { kind: "coupon", id } as const;
    const noted = { before: null, after: fields, reason, now };
    await recordAudit(tx, { actor: by, action: "z/coupon/create", target, ...noted });
    return made;
  });
  const [told] = await tellCoupons(db, [row]);
  return told!;
}

async function refuseUnknownPlans(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: plans.id })
    .from(plans)
    .where(inArray(plans.id, [...ids]));
  if (found.length < new Set(ids).size) throw invalidField("plans", "choice");
}

/**
 * Ends a coupon at once, for good.
 * @throws Failure not_found · conflict
 */
export async function endCoupon(db: Db, input: Given<"z/coupon/end">): Promise<OutputOf<"z/coupon/end">> {
  const { id, revision, reason, now } = input;
  return db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids: [] });
    const [row] = await tx.select().from(coupons).where(eq(coupons.id, id)).for("update");
    if (!row) throw new Failure("not_found");
    if (row.revision !== revision) {
      const fields = [{ field: "endedAt", theirs: row.endedAt?.toISOString() ?? null }];
      throw conflict({ revision: row.revision, fields, by: null, at: fields[0]!.theirs });
    }
    if (row.endedAt) return { revision };
    await tx
      .update(coupons)
      .set({ endedAt: now, revision: revision + 1 })
      .where(eq(coupons.id, id));
    const target = { kind: "coupon", id } as const;
    const change = { before: { endedAt: null }, after: { endedAt: now } };
    await recordAudit(tx, { actor: actorOf(admin), action: "z/coupon/end", target, ...change, reason, now });
    return { revision: revision + 1 };
  });
}
