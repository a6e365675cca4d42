import { z } from "zod";
import { get, post } from "../call.ts";
import { amount, currency, money } from "./currencies.ts";
import { giftFacts } from "./gifts.ts";
import { page } from "../models.ts";
import {
  disputeState,
  order,
  orderNumber,
  orderState,
  paymentMethod,
  planId,
  subscription,
} from "./payment-models.ts";
import { auditEntry } from "../service/admin-audit.ts";
import { actor, csvFile, iso, paging, query, reason } from "../admin-fields.ts";

const day = z.iso.date();
const user = z.strictObject({ uid: z.string(), name: z.string().nullable(), email: z.string().nullable() });

/**
 * `user` is null once the account is deleted; `dispute` is null without a dispute, and of several the open one is
 * given.
 */
export const adminOrder = order.extend({ user: user.nullable(), dispute: disputeState.nullable() });
export type AdminOrder = z.infer<typeof adminOrder>;

export const orderFilter = {
  /** An order number or its beginning; or its user: an address, a name, or the beginning of an id. */
  q: query.optional(),
  uid: z.string().min(1).max(128).optional(),
  state: orderState.optional(),
  method: paymentMethod.optional(),
  dispute: disputeState.optional(),
  plan: planId.optional(),
  /** UTC days of the order, both included. */
  from: day.optional(),
  to: day.optional(),
};

export const adminOrderCalls = {
  "z/order/list": get({
    access: "admin",
    permission: "payments.read",
    summary: "Orders, latest first, searched and filtered.",
    input: z.strictObject({ ...paging, ...orderFilter }),
    /** `total` is null when counting would take long. */
    output: page(adminOrder).extend({ total: z.int().nullable() }),
  }),
  "z/order/read": get({
    access: "admin",
    permission: "payments.read",
    summary:
      "One order: its attempts with the provider, its money, its membership, and what admins did to it.",
    input: z.strictObject({ number: orderNumber }),
    output: adminOrder.extend({
      /** Amount that can still be refunded; null = nothing, or the payer disputes it now. */
      refundable: money.nullable(),
      /** Oldest first. `reference` is the provider's id, for its dashboard. */
      attempts: z.array(
        z.strictObject({
          id: z.uuid(),
          method: paymentMethod,
          state: z.enum(["open", "paid", "failed", "expired"]),
          reference: z.string().nullable(),
          createdAt: iso,
          checkedAt: iso.nullable(),
        }),
      ),
      /**
       * Refunds, oldest first. A `waiting` one is tried again; a `refused` one was credited instead, or the operator
       * must settle it.
       */
      refunds: z.array(
        z.strictObject({
          id: z.uuid(),
          money,
          why: z.enum(["requested", "duplicate", "late"]),
          state: z.enum(["waiting", "done", "refused"]),
          createdAt: iso,
          actor,
          reason: z.string().nullable(),
        }),
      ),
      /** The payer's disputes with the bank, oldest first. Answer them at the provider. */
      disputes: z.array(
        z.strictObject({
          method: paymentMethod,
          reference: z.string(),
          money,
          state: disputeState,
          /** The bank's reason in the provider's term: `fraudulent`; `dueAt`: deadline for an answer. */
          reason: z.string(),
          openedAt: iso,
          dueAt: iso.nullable(),
          closedAt: iso.nullable(),
        }),
      ),
      subscriptionOf: subscription.nullable(),
      /** Null = it is no gift. `redeemedBy`: the order of the redemption. */
      giftOf: giftFacts.extend({ redeemedBy: orderNumber.nullable() }).nullable(),
      /** Latest first, at most twenty; empty for a caller without access to the log. */
      audit: z.array(auditEntry),
    }),
  }),
  "z/order/check": post({
    access: "admin",
    permission: "payments.write",
    summary: "Asks the provider about an order now.",
    input: z.strictObject({ number: orderNumber }),
    output: adminOrder,
  }),
  "z/order/refund": post({
    access: "admin",
    permission: "payments.write",
    summary:
      "Gives money back, and takes the VIP time back that it had paid for, in proportion. The same key does it once.",
    input: z.strictObject({
      number: orderNumber,
      key: z.uuid(),
      /** Smallest units; left out = the whole remaining amount. */
      amount: amount.min(1).optional(),
      reason,
    }),
    output: adminOrder,
  }),
  "z/order/export": get({
    access: "admin",
    permission: "payments.export",
    summary: "The list as CSV, part by part.",
    input: z.strictObject({ cursor: paging.cursor, ...orderFilter }),
    output: csvFile,
  }),
  "z/order/revenue": get({
    access: "admin",
    permission: "payments.read",
    summary: "What came in and went back by UTC day and currency, and how memberships came and went.",
    input: z.strictObject({ from: day, to: day }),
    output: z.strictObject({
      /** One entry per currency code. Sums are in smallest units. */
      currencies: z.array(
        z.strictObject({
          currency,
          /** Money received, and money returned after a dispute. */
          paid: z.int(),
          refunded: z.int(),
          /** The tax of what was received, less that of what was returned. */
          tax: z.int(),
          orders: z.int(),
          days: z.array(
            z.strictObject({ day, paid: z.int(), refunded: z.int(), tax: z.int(), orders: z.int() }),
          ),
        }),
      ),
      /**
       * Number of people: VIP at the end of `to` (or now) · new VIPs · people whose VIP ended and was not continued
       * within 3 days.
       */
      members: z.strictObject({
        active: z.int(),
        days: z.array(z.strictObject({ day, began: z.int(), ended: z.int() })),
        began: z.int(),
        ended: z.int(),
      }),
      /** Undecided disputes, of any day. */
      openDisputes: z.int(),
      /** Payment methods of the paid orders. */
      methods: z.array(z.strictObject({ method: paymentMethod, orders: z.int() })),
    }),
  }),
};
