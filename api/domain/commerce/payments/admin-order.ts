import { and, asc, eq } from "drizzle-orm";
import type { AdminOrder, Money, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { attempts, disputes, orders, paymentLines, refunds, subscriptions } from "../../../db/schema.ts";
import { listAudit } from "../../service/audit/list-audit.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { mayDo, type User } from "../../kernel/user.ts";
import { lockAsAdmin } from "../../accounts/users/lock-users.ts";
import { redemptionOf, tellGift } from "../gifts/gift-row.ts";
import { tellAdminOrders } from "./find-orders.ts";
import {
  goneOfPayment,
  mainPayment,
  moneyOf,
  tellSubscription,
  type DisputeRow,
  type LineRow,
  type OrderRow,
  type RefundRow,
} from "./order-row.ts";
import { settleOrder } from "./pay-order.ts";
import { providerOf, type PaymentDeps } from "./payment-deps.ts";
import { performRefunds } from "./perform-refunds.ts";
import { settlePayment } from "./settle.ts";

type Asking = { number: string; admin: User; locale: Locale; now: Date };

/**
 * One order with all its details.
 * @throws Failure not_found
 */
export async function adminOrder(
  db: Db,
  { number, admin, locale }: Asking,
): Promise<OutputOf<"z/order/read">> {
  const row = await readOrder(db, number);
  const [told] = await tellAdminOrders(db, [row], locale);
  const [gift, redeemed] = row.gift
    ? await Promise.all([tellGift(db, number), redemptionOf(db, number)])
    : [null, undefined];
  const [tries, back, lines, disputed, [renewing], audit] = await Promise.all([
    db.select().from(attempts).where(eq(attempts.number, number)).orderBy(asc(attempts.createdAt)),
    db.select().from(refunds).where(eq(refunds.number, number)).orderBy(asc(refunds.createdAt)),
    db.select().from(paymentLines).where(eq(paymentLines.number, number)),
    db.select().from(disputes).where(eq(disputes.number, number)).orderBy(asc(disputes.openedAt)),
    row.subscriptionId
      ? db.select().from(subscriptions).where(eq(subscriptions.id, row.subscriptionId))
      : [undefined],
    mayDo(admin, "audit.read")
      ? listAudit(db, { kind: "order", targets: [number], limit: 20, locale })
      : { items: [] },
  ]);
  return {
    ...told!,
    refundable: refundable(row, { lines, back, disputed })?.money ?? null,
    attempts: tries.map(({ id, method, state, reference, createdAt, checkedAt }) => ({
      id,
      method,
      state,
      reference,
      createdAt: createdAt.toISOString(),
      checkedAt: checkedAt?.toISOString() ?? null,
    })),
    refunds: back.map((one) => ({
      id: one.id,
      money: moneyOf(one.amount, one.currency),
      why: one.why,
      state: one.state,
      createdAt: one.createdAt.toISOString(),
      actor: { uid: one.refundedBy, name: one.refundedName },
      reason: one.reason,
    })),
    disputes: disputed.map((one) => ({
      method: one.method,
      reference: one.reference,
      state: one.state,
      reason: one.reason,
      money: moneyOf(one.amount, one.currency),
      openedAt: one.openedAt.toISOString(),
      dueAt: one.dueAt?.toISOString() ?? null,
      closedAt: one.closedAt?.toISOString() ?? null,
    })),
    subscriptionOf: renewing ? tellSubscription(renewing, locale) : null,
    giftOf: gift && { ...gift.told, redeemedBy: redeemed?.number ?? null },
    audit: audit.items,
  };
}

async function readOrder(db: Db, number: string): Promise<OrderRow> {
  const [row] = await db.select().from(orders).where(eq(orders.number, number));
  if (!row) throw new Failure("not_found");
  return row;
}

async function tellAdmin(db: Db, number: string, locale: Locale): Promise<AdminOrder> {
  const [told] = await tellAdminOrders(db, [await readOrder(db, number)], locale);
  return told!;
}

type Books = { lines: readonly LineRow[]; back: readonly RefundRow[]; disputed: readonly DisputeRow[] };

/**
 * The part of an order's payment that is neither refunded nor being refunded. Null = nothing, or the payment is
 * disputed: a refund would return the money twice.
 */
function refundable(
  order: OrderRow,
  { lines, back, disputed }: Books,
): { payment: LineRow; money: Money } | null {
  const payment = mainPayment(order, lines, back);
  if (!payment) return null;
  const isOf = (one: { payment: string }) => one.payment === payment.reference;
  if (disputed.some((one) => isOf(one) && one.state === "open")) return null;
  const going = back
    .filter((one) => one.state === "waiting" && isOf(one))
    .reduce((sum, { amount }) => sum + amount, 0);
  const left = payment.amount - goneOfPayment(payment, lines) - going;
  return left > 0 ? { payment, money: moneyOf(left, payment.currency) } : null;
}

/**
 * Refunds money. The refund is recorded with its admin and reason. Then the provider is asked, now, and again later if
 * it can't be reached. VIP time is taken once the money has gone back.
 * @throws Failure not_found · not_refundable · invalid for more than is left, and for a key of another refund
 */
export async function refundOrder(
  deps: PaymentDeps,
  input: ParsedOf<"z/order/refund"> & Asking,
): Promise<AdminOrder> {
  const { number, key: id, reason, now, locale } = input;
  const seen = await readOrder(deps.db, number);
  await deps.db.transaction(async (tx) => {
    // Locks the order's user together with the admin: users before orders, as everywhere.
    const uids = seen.uid === null ? [] : [seen.uid];
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids });
    const [order] = await tx.select().from(orders).where(eq(orders.number, number)).for("update");
    const lines = await tx.select().from(paymentLines).where(eq(paymentLines.number, number));
    const back = await tx.select().from(refunds).where(eq(refunds.number, number));
    const [known] = await tx.select({ number: refunds.number }).from(refunds).where(eq(refunds.id, id));
    if (known && known.number !== number) throw invalidField("key", "repeated");
    if (known) return;
    const disputed = await tx.select().from(disputes).where(eq(disputes.number, number));
    const left = refundable(order!, { lines, back, disputed });
    if (!left) throw new Failure("not_refundable");
    const amount = input.amount ?? left.money.amount;
    if (amount > left.money.amount) throw invalidField("amount", "too_big");
    const by = actorOf(admin);
    const { currency } = left.money;
    await tx.insert(refunds).values({
      id,
      number,
      payment: left.payment.reference,
      method: left.payment.method,
      currency,
      amount,
      why: "requested",
      state: "waiting",
      createdAt: now,
      reason,
      refundedBy: by.uid,
      refundedName: by.name,
    });
    const target = { kind: "order", id: number } as const;
    const change = { before: null, after: { amount, currency } };
    await recordAudit(tx, { actor: by, action: "z/order/refund", target, ...change, reason, now });
  });
  await performRefunds(deps, { number, now });
  return tellAdmin(deps.db, number, locale);
}

/**
 * Asks the provider about an order now: about its attempts and its payments, because a renewal has no attempt.
 * @throws Failure not_found · payment_away
 */
export async function checkAnyOrder(deps: PaymentDeps, { number, locale, now }: Asking): Promise<AdminOrder> {
  await readOrder(deps.db, number);
  const tries = await deps.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.number, number), eq(attempts.state, "paid")));
  const reached = await settleOrder(deps, { number, now, also: tries.map(({ id }) => id) });
  if (!reached) throw new Failure("payment_away");
  const isPayment = and(eq(paymentLines.number, number), eq(paymentLines.kind, "paid"));
  for (const { method, reference } of await deps.db.select().from(paymentLines).where(isPayment)) {
    const provider = providerOf(deps, method);
    if (provider) await settlePayment(deps, { provider, reference, now });
  }
  return tellAdmin(deps.db, number, locale);
}
