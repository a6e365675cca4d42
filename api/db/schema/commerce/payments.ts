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
import type { Duration, PaymentMethod } from "../../../../contract/index.ts";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";

/** What a plan says, by language. */
export type PlanTexts = Record<string, { name: string; benefits: string[] }>;
/** A plan as it was when somebody ordered it. */
export type PlanSnapshot = { id: string; texts: PlanTexts; duration: Duration; renews: boolean };

const method = (name: string) =>
  text(name, { enum: ["stripe", "voucher", "sandbox"] }).$type<PaymentMethod>();

/** What is sold. Orders keep a copy of what they were made with. */
export const plans = pgTable(
  "plan",
  {
    id: text("id").primaryKey(),
    /** Of the form that made it. */
    createKey: uuid("create_key").notNull(),
    texts: jsonb("texts").$type<PlanTexts>().notNull(),
    duration: jsonb("duration").$type<Duration>().notNull(),
    trialDays: integer("trial_days").notNull(),
    renews: boolean("renews").notNull(),
    /** Smallest units by currency. */
    prices: jsonb("prices").$type<Record<string, number>>().notNull(),
    onSale: boolean("on_sale").notNull(),
    position: integer("position").notNull(),
    revision: integer("revision").notNull().default(0),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("plan_create_key").on(t.createKey)],
);

/**
 * Somebody's order of a plan. It stays when its person is deleted, without the person: money has to be accounted for.
 * `state` follows from the attempts and the ledger of money, and is written with them.
 */
export const orders = pgTable(
  "payment_order",
  {
    /** Stands on the receipt. */
    number: text("number").primaryKey(),
    uid: text("uid").references(() => users.uid, { onDelete: "set null" }),
    /** Of the form that made it; of a renewal or a code, what of. */
    key: text("key").notNull(),
    plan: jsonb("plan").$type<PlanSnapshot>().notNull(),
    planId: text("plan_id").notNull(),
    /** Null = a code was redeemed. */
    currency: text("currency"),
    amount: integer("amount").notNull(),
    state: text("state", {
      enum: ["open", "pending", "failed", "paid", "expired", "cancelled", "refunded"],
    }).notNull(),
    method: method("method"),
    problem: text("problem", { enum: ["declined", "abandoned", "other"] }),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    paidAt: time("paid_at"),
    /** It was paid after it was over. */
    late: boolean("late").notNull().default(false),
    /** Of a renewal, and of the order it began with. */
    subscriptionId: text("subscription_id"),
    renewal: boolean("renewal").notNull().default(false),
    /** VIP time its price has bought, in seconds, and what of that was taken back. */
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
    index("payment_order_sold")
      .on(t.planId)
      .where(sql`paid_at is not null`),
  ],
);

/** One try to pay an order with a provider. Written before the provider is asked, so that none is forgotten. */
export const attempts = pgTable(
  "payment_attempt",
  {
    /** Also the key by which the provider makes one payment of it, however often it is asked. */
    id: uuid("id").primaryKey(),
    number: text("number")
      .notNull()
      .references(() => orders.number),
    method: method("method").notNull(),
    state: text("state", { enum: ["open", "paid", "failed", "expired"] }).notNull(),
    /** The provider's own name for it; null = it has not answered yet. */
    reference: text("reference"),
    /** Where the person pays. */
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

/** The ledger of money: lines are added and never changed. Per payment it says what the provider says. */
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
    /** The provider's name of the payment, the refund or the dispute. Told twice, it counts once. */
    reference: text("reference").notNull(),
    /** Of what went back or was credited: of which payment. */
    payment: text("payment").notNull(),
    currency: text("currency").notNull(),
    amount: integer("amount").notNull(),
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

/** Money that is to go back. Written before the provider is asked; asked again until it has answered. */
export const refunds = pgTable(
  "payment_refund",
  {
    /** Also the key by which the provider refunds once. */
    id: uuid("id").primaryKey(),
    number: text("number")
      .notNull()
      .references(() => orders.number),
    /** The payment it is of, as the ledger names it. */
    payment: text("payment").notNull(),
    method: method("method").notNull(),
    currency: text("currency").notNull(),
    amount: integer("amount").notNull(),
    why: text("why", { enum: ["requested", "duplicate", "late"] }).notNull(),
    state: text("state", { enum: ["waiting", "done", "refused"] }).notNull(),
    /** The provider's name of it. */
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
 * A payment that its payer disputes with the bank, as the provider said last. Its money is in the ledger once it is lost,
 * and once more should it come back after that.
 */
export const disputes = pgTable(
  "payment_dispute",
  {
    method: method("method").notNull(),
    /** The provider's name of it. */
    reference: text("reference").notNull(),
    number: text("number")
      .notNull()
      .references(() => orders.number),
    /** The payment it is about, as the ledger names it. */
    payment: text("payment").notNull(),
    currency: text("currency").notNull(),
    /** What of the payment is disputed. */
    amount: integer("amount").notNull(),
    state: text("state", { enum: ["open", "won", "lost"] }).notNull(),
    /** The bank's, in the provider's word: `fraudulent`. */
    reason: text("reason").notNull(),
    /** Until when the provider wants to be answered; null = it does not. */
    dueAt: time("due_at"),
    openedAt: time("opened_at").notNull(),
    /** When it was learned that it is won or lost. */
    closedAt: time("closed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.method, t.reference] }),
    index("payment_dispute_order").on(t.number),
    index("payment_dispute_state").on(t.state, t.openedAt),
  ],
);

/** A membership that renews itself, as the provider said last. */
export const subscriptions = pgTable(
  "payment_subscription",
  {
    /** The provider's. */
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

/** Who has had a trial, also once the account is gone: a keyed digest of the account or its address. */
export const trialUses = pgTable("trial_use", {
  digest: text("digest").primaryKey(),
  at: time("at").notNull(),
});

/** Reminders that were sent: of which end of VIP, to whom. One each. */
export const reminders = pgTable(
  "membership_reminder",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** VIP until then, as it was. */
    vipUntil: time("vip_until").notNull(),
    sentAt: time("sent_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.vipUntil] })],
);

/** The sandbox's own books: what its bank would know. DEMO and tests alone. */
export const sandboxPayments = pgTable("sandbox_payment", {
  /** The attempt's id. */
  id: uuid("id").primaryKey(),
  state: text("state", { enum: ["open", "paid", "failed", "expired"] }).notNull(),
  currency: text("currency").notNull(),
  amount: integer("amount").notNull(),
  /** It was told that the payment comes after the order is over: then, and how often. */
  payments: jsonb("payments").$type<{ reference: string; at: string }[]>().notNull().default([]),
  refunds: jsonb("refunds")
    .$type<{ reference: string; payment: string; amount: number; at: string }[]>()
    .notNull()
    .default([]),
  lateAt: time("late_at"),
});
