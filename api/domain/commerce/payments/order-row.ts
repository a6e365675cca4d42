import { asc, eq, inArray } from "drizzle-orm";
import type { Currency, Money, Order, PaymentLine, Subscription } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import {
  orders,
  paymentLines,
  refunds,
  type disputes,
  type PlanSnapshot,
  type subscriptions,
} from "../../../db/schema.ts";
import { pick } from "../../kernel/localised.ts";
import { Failure } from "../../kernel/failure.ts";

export type OrderRow = typeof orders.$inferSelect;
export type LineRow = typeof paymentLines.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** States in which an order can still be paid. */
export const waitingStates = ["open", "pending", "failed"] as const;

export function isWaiting({ state }: Pick<OrderRow, "state">): boolean {
  return (waitingStates as readonly string[]).includes(state);
}

/** @returns null for an order of a code, which has no price */
export function priceOf({ currency, amount }: Pick<OrderRow, "currency" | "amount">): Money | null {
  return currency === null ? null : moneyOf(amount, currency);
}

export function moneyOf(amount: number, currency: string): Money {
  return { amount, currency: currency as Currency };
}

/** A plan's prices, sorted by currency, because the database keeps no order. */
export function pricesOf({ prices }: { prices: Record<string, number> }): Money[] {
  return Object.entries(prices)
    .map(([code, amount]) => moneyOf(amount, code))
    .sort((one, other) => one.currency.localeCompare(other.currency));
}

/** A plan's texts in a language, or else in English, or else in any. */
export function wordsOf({ texts }: Pick<PlanSnapshot, "texts">, locale: Locale) {
  return pick(texts, locale) ?? { name: "", benefits: [] };
}

/**
 * One order of a user.
 * @throws Failure not_found, also for another user's order
 */
export async function ownOrder(db: Db, { number, uid }: { number: string; uid: string }): Promise<OrderRow> {
  const [row] = await db.select().from(orders).where(eq(orders.number, number));
  if (!row || row.uid !== uid) throw new Failure("not_found");
  return row;
}

/** Orders in the contract's form, with their money. */
export async function tellOrders(db: Db, rows: readonly OrderRow[], locale: Locale): Promise<Order[]> {
  if (rows.length === 0) return [];
  const numbers = rows.map(({ number }) => number);
  const [lines, back] = await Promise.all([
    db
      .select()
      .from(paymentLines)
      .where(inArray(paymentLines.number, numbers))
      .orderBy(asc(paymentLines.seq)),
    db.select().from(refunds).where(inArray(refunds.number, numbers)),
  ]);
  const of = <T extends { number: string }>(all: T[], { number }: OrderRow) =>
    all.filter((one) => one.number === number);
  return rows.map((row) => tellOrder(row, of(lines, row), of(back, row), locale));
}

/** One order in the contract's form. */
export async function tellOne(db: Db, row: OrderRow, locale: Locale): Promise<Order> {
  const [told] = await tellOrders(db, [row], locale);
  return told!;
}

function tellOrder(row: OrderRow, lines: LineRow[], back: RefundRow[], locale: Locale): Order {
  const waiting = back.filter(({ state }) => state === "waiting");
  const due = waiting.reduce((sum, { amount }) => sum + amount, 0);
  const { id, duration, renews, tier = 1 } = row.plan;
  return {
    number: row.number,
    state: row.state,
    plan: { id, ...wordsOf(row.plan, locale), duration, tier, renews },
    price: priceOf(row),
    coupon: couponOf(row),
    gift: row.gift,
    method: row.method,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    problem: row.state === "failed" ? row.problem : null,
    refundDue: waiting[0] ? moneyOf(due, waiting[0].currency) : null,
    refunded: refundedOf(row, lines, back),
    tax: mainPayment(row, lines, back)?.tax ?? null,
    invoice: row.invoice,
    late: row.late,
    renewal: row.renewal,
    subscription: row.subscriptionId !== null,
    vip_until: row.vipUntil?.toISOString() ?? null,
    lines: lines.map(tellLine),
  };
}

function couponOf({ couponCode: code, listAmount, currency }: OrderRow): Order["coupon"] {
  return code === null ? null : { code, price: moneyOf(listAmount!, currency!) };
}

/** The payment that pays an order: the first one that is not to be refunded as a duplicate or as too late. */
export function mainPayment(
  { paidAt }: Pick<OrderRow, "paidAt">,
  lines: readonly LineRow[],
  back: readonly RefundRow[],
): LineRow | null {
  if (!paidAt) return null;
  const extra = new Set(back.filter(({ why }) => why !== "requested").map(({ payment }) => payment));
  return lines.find(({ kind, reference }) => kind === "paid" && !extra.has(reference)) ?? null;
}

/** The part of a payment that was refunded or disputed and has not returned, in smallest units. */
export function goneOfPayment({ reference }: LineRow, lines: readonly LineRow[]): number {
  const of = (kind: LineRow["kind"]) =>
    lines
      .filter((line) => line.kind === kind && line.payment === reference)
      .reduce((sum, { amount }) => sum + amount, 0);
  return of("refunded") - of("reinstated");
}

function refundedOf(row: OrderRow, lines: LineRow[], back: RefundRow[]): Order["refunded"] {
  const payment = mainPayment(row, lines, back);
  if (!payment) return null;
  return { ...moneyOf(goneOfPayment(payment, lines), payment.currency), of: payment.amount };
}

function tellLine({ kind, amount, currency, at, method, instrument, why }: LineRow): PaymentLine {
  return { kind, money: moneyOf(amount, currency), at: at.toISOString(), method, instrument, why };
}

/** A membership that renews itself, in the contract's form. */
export function tellSubscription(row: typeof subscriptions.$inferSelect, locale: Locale): Subscription {
  const { id, duration } = row.plan;
  return {
    plan: { id, name: wordsOf(row.plan, locale).name, duration },
    price: moneyOf(row.amount, row.currency),
    method: row.method,
    state: row.state,
    periodEnd: row.periodEnd.toISOString(),
    cancelled: row.cancelled,
  };
}
