import { z } from "zod";
import { get, post } from "../call.ts";
import { amount, currency, money } from "./currencies.ts";
import { locale } from "../fields.ts";
import { mostCodes, mostCodeUses, mostTrialDays } from "./values.ts";
import { page } from "../models.ts";
import {
  disputeState,
  duration,
  order,
  orderNumber,
  orderState,
  paymentMethod,
  planId,
  subscription,
} from "./payment-models.ts";
import { auditEntry } from "../service/admin-audit.ts";
import { actor, csvFile, iso, paging, query, reason, revision } from "../admin-fields.ts";

const name = z.string().trim().min(1).max(80);
const benefit = z.string().trim().min(1).max(160);
const day = z.iso.date();

/** Texts of a plan, by language; English is required and serves languages without a text. */
export const planTexts = z
  .partialRecord(locale, z.strictObject({ name, benefits: z.array(benefit).max(10) }))
  .refine((texts) => texts.en !== undefined, { path: ["en"] });

/** Fields of a plan. Fields left out of a save stay unchanged. */
export const planFields = {
  texts: planTexts,
  duration,
  trialDays: z.int().min(0).max(mostTrialDays),
  renews: z.boolean(),
  /** At least one to be on sale; each currency once. */
  prices: z
    .array(money.extend({ amount: amount.min(1) }))
    .max(40)
    .refine((all) => new Set(all.map((one) => one.currency)).size === all.length),
  onSale: z.boolean(),
  /** Plans are sorted by this number, then by id. */
  position: z.int().min(0).max(9999),
};

/** Paid orders of a plan are counted up to this number. */
export const mostSold = 10_000;

export const adminPlan = z.strictObject({
  id: planId,
  revision,
  texts: z.record(z.string(), z.strictObject({ name: z.string(), benefits: z.array(z.string()) })),
  duration,
  trialDays: z.int(),
  renews: z.boolean(),
  prices: z.array(money),
  onSale: z.boolean(),
  position: z.int(),
  /** Paid orders of it; at most `mostSold`, because counting more takes long. */
  sold: z.int(),
  updatedAt: iso,
});
export type AdminPlan = z.infer<typeof adminPlan>;

/** Codes made together. The codes themselves are only in the CSV and are not stored. */
export const codeBatch = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  duration,
  codes: z.int(),
  /** How often each code can be redeemed; a person can redeem a code only once. */
  uses: z.int(),
  redeemed: z.int(),
  /** Null = they do not expire. */
  expiresAt: iso.nullable(),
  revokedAt: iso.nullable(),
  createdAt: iso,
  actor,
  revision,
});
export type CodeBatch = z.infer<typeof codeBatch>;

const person = z.strictObject({ uid: z.string(), name: z.string().nullable(), email: z.string().nullable() });

/**
 * `person` is null once the account is deleted; `dispute` is null without a dispute, and of several the open one is
 * given.
 */
export const adminOrder = order.extend({ person: person.nullable(), dispute: disputeState.nullable() });
export type AdminOrder = z.infer<typeof adminOrder>;

export const orderFilter = {
  /** An order number or its beginning; or its person: an address, a name, or the beginning of an id. */
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

export const adminPaymentCalls = {
  "z/plan/list": get({
    access: "admin",
    permission: "payments.read",
    summary: "Every plan, in order, on sale or not.",
    input: z.strictObject({}),
    output: z.strictObject({
      items: z.array(adminPlan),
      /** The available methods, and the reason why one is not: the environment lacks Stripe's settings. */
      methods: z.array(z.strictObject({ method: paymentMethod, ready: z.boolean() })),
    }),
  }),
  "z/plan/create": post({
    access: "admin",
    permission: "payments.write",
    summary: "A new plan. The same key makes one, however often it is sent.",
    input: z.strictObject({ key: z.uuid(), id: planId, ...planFields, reason: reason.optional() }),
    output: z.strictObject({ id: planId, revision }),
  }),
  "z/plan/save": post({
    access: "admin",
    permission: "payments.write",
    summary: "Changes a plan. Orders that are there keep what they were made with.",
    input: z.strictObject({
      id: planId,
      revision,
      texts: planTexts.optional(),
      duration: planFields.duration.optional(),
      trialDays: planFields.trialDays.optional(),
      renews: planFields.renews.optional(),
      prices: planFields.prices.optional(),
      onSale: planFields.onSale.optional(),
      position: planFields.position.optional(),
      reason: reason.optional(),
    }),
    output: z.strictObject({ revision }),
  }),
  "z/plan/delete": post({
    access: "admin",
    permission: "payments.write",
    summary: "Deletes a plan; its orders and memberships stay as they are.",
    input: z.strictObject({ id: planId, revision, reason: reason.optional() }),
    output: z.strictObject({}),
  }),
  "z/code/list": get({
    access: "admin",
    permission: "payments.read",
    summary: "Batches of codes, latest first.",
    input: z.strictObject({ ...paging }),
    output: page(codeBatch),
  }),
  "z/code/create": post({
    access: "admin",
    permission: "payments.write",
    summary:
      "Makes a batch of codes; the CSV of them is the answer. The same key makes one batch and answers the same codes.",
    input: z.strictObject({
      key: z.uuid(),
      name,
      duration,
      codes: z.int().min(1).max(mostCodes),
      uses: z.int().min(1).max(mostCodeUses),
      expiresAt: iso.nullable(),
      reason: reason.optional(),
    }),
    output: z.strictObject({ batch: codeBatch, file: csvFile }),
  }),
  "z/code/export": get({
    access: "admin",
    permission: "payments.write",
    summary: "The codes of a batch as CSV again, with how often each was redeemed; noted in the audit log.",
    input: z.strictObject({ id: z.uuid() }),
    output: csvFile,
  }),
  "z/code/revoke": post({
    access: "admin",
    permission: "payments.write",
    summary: "No code of the batch can be redeemed any more. What was redeemed stays.",
    input: z.strictObject({ id: z.uuid(), revision, reason: reason.optional() }),
    output: z.strictObject({ revision }),
  }),
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
          orders: z.int(),
          days: z.array(z.strictObject({ day, paid: z.int(), refunded: z.int(), orders: z.int() })),
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
