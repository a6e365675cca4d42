import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { disputeStates, orderStates, paymentMethods } from "../../../../contract/commerce/values.ts";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";
import { coupons } from "./coupons.ts";
import type { PlanSnapshot } from "./plans.ts";

const method = (name: string) => text(name, { enum: paymentMethods });

/**
 * An order of a plan. It stays when its user is deleted, without the user, because accounting needs it. `state` follows
 * from the attempts and the payment ledger, and is written with them.
 */
export const orders = pgTable(
  "payment_order",
  {
    /** Printed on the receipt. */
    number: text("number").primaryKey(),
    uid: text("uid").references(() => users.uid, { onDelete: "set null" }),
    /** Key of the form that created it; for a renewal or a code, derived from its source. */
    key: text("key").notNull(),
    plan: jsonb("plan").$type<PlanSnapshot>().notNull(),
    planId: text("plan_id").notNull(),
    /** Null = a code was redeemed. */
    currency: text("currency"),
    amount: integer("amount").notNull(),
    /** The coupon that made the amount, its code, and the price without it. */
    couponId: uuid("coupon_id").references(() => coupons.id),
    couponCode: text("coupon_code"),
    listAmount: integer("list_amount"),
    /** It gives a code to another user, and no time to its own. */
    gift: boolean("gift").notNull().default(false),
    state: text("state", {
      enum: orderStates,
    }).notNull(),
    method: method("method"),
    problem: text("problem", { enum: ["declined", "abandoned", "other"] }),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    paidAt: time("paid_at"),
    /** The payment came after the order had ended. */
    late: boolean("late").notNull().default(false),
    /** The subscription that a renewal, or its first order, belongs to. */
    subscriptionId: text("subscription_id"),
    renewal: boolean("renewal").notNull().default(false),
    /** Number of the provider's invoice; null = there is none, or not yet. */
    invoice: text("invoice"),
    /** VIP time that the price has bought, in seconds, and how much of it was taken back. */
    grantedS: integer("granted_s").notNull().default(0),
    takenS: integer("taken_s").notNull().default(0),
    vipUntil: time("vip_until"),
  },
  (t) => [
    uniqueIndex("payment_order_key").on(t.key),
    index("payment_order_person").on(t.uid, t.createdAt, t.number),
    index("payment_order_latest").on(t.createdAt, t.number),
    index("payment_order_state").on(t.state, t.createdAt, t.number),
    index("payment_order_waiting")
      .on(t.expiresAt)
      .where(sql`state in ('open', 'pending', 'failed')`),
    index("payment_order_paid")
      .on(t.paidAt)
      .where(sql`paid_at is not null`),
    index("payment_order_coupon")
      .on(t.couponId)
      .where(sql`coupon_id is not null`),
    index("payment_order_sold")
      .on(t.planId)
      .where(sql`paid_at is not null`),
  ],
);

/** One attempt to pay an order with a provider. It is written before the provider is asked, so that none is lost. */
export const attempts = pgTable(
  "payment_attempt",
  {
    /** Also the provider's idempotency key: repeated requests create one payment. */
    id: uuid("id").primaryKey(),
    number: text("number")
      .notNull()
      .references(() => orders.number),
    method: method("method").notNull(),
    state: text("state", { enum: ["open", "paid", "failed", "expired"] }).notNull(),
    /** The provider's id of it; null = the provider has not answered yet. */
    reference: text("reference"),
    /** The page where the user pays. */
    url: text("url"),
    createdAt: time("created_at").notNull(),
    checkedAt: time("checked_at"),
  },
  (t) => [
    index("payment_attempt_order").on(t.number, t.createdAt),
    uniqueIndex("payment_attempt_reference").on(t.method, t.reference),
    index("payment_attempt_open")
      .on(t.checkedAt)
      .where(sql`state = 'open'`),
    index("payment_attempt_paid")
      .on(t.checkedAt, t.createdAt)
      .where(sql`state = 'paid'`),
  ],
);

/** The payment ledger: lines are added and never changed. For each payment it records what the provider reports. */
export const paymentLines = pgTable(
  "payment_line",
  {
    id: uuid("id").primaryKey(),
    seq: bigserial("seq", { mode: "number" }).notNull(),
    number: text("number")
      .notNull()
      .references(() => orders.number),
    kind: text("kind", { enum: ["paid", "refunded", "credited", "reinstated"] }).notNull(),
    method: method("method").notNull(),
    /** The provider's id of the payment, the refund or the dispute. A repeated report counts once. */
    reference: text("reference").notNull(),
    /** For a refund or credit: the payment it belongs to. */
    payment: text("payment").notNull(),
    currency: text("currency").notNull(),
    amount: integer("amount").notNull(),
    /** The part of the amount that is tax, in the books of the day; null = none was worked out. */
    tax: integer("tax"),
    instrument: text("instrument"),
    why: text("why", { enum: ["requested", "duplicate", "late", "disputed"] }),
    at: time("at").notNull(),
  },
  (t) => [
    uniqueIndex("payment_line_reference").on(t.method, t.kind, t.reference),
    index("payment_line_order").on(t.number, t.seq),
    index("payment_line_at").on(t.at),
  ],
);

/** Money to be refunded. The row is written before the provider is asked, and the request repeats until it answers. */
export const refunds = pgTable(
  "payment_refund",
  {
    /** Also the provider's idempotency key: it refunds once. */
    id: uuid("id").primaryKey(),
    number: text("number")
      .notNull()
      .references(() => orders.number),
    /** The payment to refund, as the ledger names it. */
    payment: text("payment").notNull(),
    method: method("method").notNull(),
    currency: text("currency").notNull(),
    amount: integer("amount").notNull(),
    why: text("why", { enum: ["requested", "duplicate", "late"] }).notNull(),
    state: text("state", { enum: ["waiting", "done", "refused"] }).notNull(),
    /** The provider's id of the refund. */
    reference: text("reference"),
    createdAt: time("created_at").notNull(),
    refundedBy: text("refunded_by"),
    refundedName: text("refunded_name"),
    reason: text("reason"),
  },
  (t) => [
    index("payment_refund_order").on(t.number, t.createdAt),
    uniqueIndex("payment_refund_reference").on(t.method, t.reference),
    index("payment_refund_waiting")
      .on(t.createdAt)
      .where(sql`state = 'waiting'`),
  ],
);

/**
 * A payment that its payer disputes with the bank, as the provider last reported it. The ledger gets a line when the
 * dispute is lost, and another one if the money returns after that.
 */
export const disputes = pgTable(
  "payment_dispute",
  {
    method: method("method").notNull(),
    /** The provider's id of the dispute. */
    reference: text("reference").notNull(),
    number: text("number")
      .notNull()
      .references(() => orders.number),
    /** The disputed payment, as the ledger names it. */
    payment: text("payment").notNull(),
    currency: text("currency").notNull(),
    /** The disputed part of the payment. */
    amount: integer("amount").notNull(),
    state: text("state", { enum: disputeStates }).notNull(),
    /** The bank's reason, in the provider's word: `fraudulent`. */
    reason: text("reason").notNull(),
    /** When the provider needs an answer; null = it needs none. */
    dueAt: time("due_at"),
    openedAt: time("opened_at").notNull(),
    /** When we learned that it is won or lost. */
    closedAt: time("closed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.method, t.reference] }),
    index("payment_dispute_order").on(t.number),
    index("payment_dispute_state").on(t.state, t.openedAt),
  ],
);

/** A membership that renews itself, as the provider last reported it. */
export const subscriptions = pgTable(
  "payment_subscription",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    uid: text("uid").references(() => users.uid, { onDelete: "set null" }),
    method: method("method").notNull(),
    plan: jsonb("plan").$type<PlanSnapshot>().notNull(),
    currency: text("currency").notNull(),
    amount: integer("amount").notNull(),
    state: text("state", { enum: ["active", "past_due", "ended"] }).notNull(),
    cancelled: boolean("cancelled").notNull().default(false),
    periodEnd: time("period_end").notNull(),
    createdAt: time("created_at").notNull(),
    checkedAt: time("checked_at"),
  },
  (t) => [
    index("payment_subscription_person").on(t.uid, t.createdAt),
    index("payment_subscription_live")
      .on(t.periodEnd)
      .where(sql`state <> 'ended'`),
  ],
);

/** Users who have had a trial, kept after the account is deleted: a keyed digest of the account or its address. */
export const trialUses = pgTable("trial_use", {
  digest: text("digest").primaryKey(),
  at: time("at").notNull(),
});

/** Sent reminders: one per user and end of VIP. */
export const reminders = pgTable(
  "membership_reminder",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** The VIP end that the reminder was about. */
    vipUntil: time("vip_until").notNull(),
    sentAt: time("sent_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.vipUntil] })],
);

/** The books of the sandbox provider: what its bank would know. Only for DEMO and tests. */
export const sandboxPayments = pgTable("sandbox_payment", {
  /** The attempt's id. */
  id: uuid("id").primaryKey(),
  state: text("state", { enum: ["open", "paid", "failed", "expired"] }).notNull(),
  currency: text("currency").notNull(),
  amount: integer("amount").notNull(),
  /** The payments that arrived. `lateAt` is set instead if the payment is to arrive after the order has ended. */
  payments: jsonb("payments").$type<{ reference: string; at: string }[]>().notNull().default([]),
  refunds: jsonb("refunds")
    .$type<{ reference: string; payment: string; amount: number; at: string }[]>()
    .notNull()
    .default([]),
  lateAt: time("late_at"),
});
