import { z } from "zod";
import { get, post } from "../call.ts";
import { amount, currency, money } from "./currencies.ts";
import { locales } from "../locales.ts";
import { page } from "../models.ts";
import {
  disputeState,
  duration,
  order,
  orderNumber,
  orderState,
  paymentMethod,
  paymentMethods,
  planId,
  subscription,
} from "./payment-models.ts";
import { auditEntry } from "../service/admin-audit.ts";
import { actor, csvFile, iso, paging, reason, revision } from "../admin-fields.ts";

const name = z.string().trim().min(1).max(80);
const benefit = z.string().trim().min(1).max(160);
const day = z.iso.date();

/** What a plan says, by language; English always, for whoever's language it lacks. */
export const planTexts = z
  .partialRecord(z.enum(locales), z.strictObject({ name, benefits: z.array(benefit).max(10) }))
  .refine((texts) => texts.en !== undefined, { path: ["en"] });

/** What is sold. What is left out of a save stays. */
export const planFields = {
  texts: planTexts,
  duration,
  trialDays: z.int().min(0).max(90),
  renews: z.boolean(),
  /** At least one to be on sale, none twice. */
  prices: z
    .array(money.extend({ amount: amount.min(1) }))
    .max(40)
    .refine((all) => new Set(all.map((one) => one.currency)).size === all.length),
  onSale: z.boolean(),
  /** Lower stands before; equal ones by id. */
  position: z.int().min(0).max(9999),
};

/** More paid orders of a plan are not counted. */
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
  /** Orders of it that were paid so far; `mostSold` at most, as more take long to count. */
  sold: z.int(),
  updatedAt: iso,
});
export type AdminPlan = z.infer<typeof adminPlan>;

/** Codes made together. The codes themselves are not kept: the CSV has them. */
export const codeBatch = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  duration,
  codes: z.int(),
  /** How often each can be redeemed; one person redeems a code once. */
  uses: z.int(),
  redeemed: z.int(),
  /** Null = they don't expire. */
  expiresAt: iso.nullable(),
  revokedAt: iso.nullable(),
  createdAt: iso,
  actor,
  revision,
});
export type CodeBatch = z.infer<typeof codeBatch>;

const person = z.strictObject({ uid: z.string(), name: z.string().nullable(), email: z.string().nullable() });

/** `person` is null once the account is deleted; `dispute` where nobody disputes it, else of several the open one. */
export const adminOrder = order.extend({ person: person.nullable(), dispute: disputeState.nullable() });
export type AdminOrder = z.infer<typeof adminOrder>;

export const orderFilter = {
  /** An order's number or its beginning, or of its person: an address, a name, or the beginning of an id. */
  q: z.string().trim().min(1).max(200).optional(),
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
      /** Which methods there are, and why one is not: what Stripe needs of the environment is not set. */
      methods: z.array(z.strictObject({ method: z.enum(paymentMethods), ready: z.boolean() })),
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
      codes: z.int().min(1).max(1000),
      uses: z.int().min(1).max(100_000),
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
    /** `total` is null where counting would take long. */
    output: page(adminOrder).extend({ total: z.int().nullable() }),
  }),
  "z/order/read": get({
    access: "admin",
    permission: "payments.read",
    summary:
      "One order: its attempts with the provider, its money, its membership, and what admins did to it.",
    input: z.strictObject({ number: orderNumber }),
    output: adminOrder.extend({
      /** What can still be given back; null = nothing, or not while its payer disputes it. */
      refundable: money.nullable(),
      /** Oldest first. `reference` is the provider's, to find it there. */
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
      /** Refunds, oldest first. `waiting` is tried again; `refused` was credited instead, or is the operator's to settle. */
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
      /** Disputes of its payers with their banks, oldest first. They are answered at the provider's. */
      disputes: z.array(
        z.strictObject({
          method: paymentMethod,
          reference: z.string(),
          money,
          state: disputeState,
          /** The bank's, in the provider's word: `fraudulent`; `dueAt`: until when it wants to be answered. */
          reason: z.string(),
          openedAt: iso,
          dueAt: iso.nullable(),
          closedAt: iso.nullable(),
        }),
      ),
      subscriptionOf: subscription.nullable(),
      /** Latest first, at most twenty; empty for who may not read the log. */
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
      /** Smallest units; left out = all that is left. */
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
      /** A currency each, by its code. Sums in smallest units. */
      currencies: z.array(
        z.strictObject({
          currency,
          /** What came in, and what came in again after a dispute. */
          paid: z.int(),
          refunded: z.int(),
          orders: z.int(),
          days: z.array(z.strictObject({ day, paid: z.int(), refunded: z.int(), orders: z.int() })),
        }),
      ),
      /** Of people: VIP at the end of `to` (or now) · became VIP · whose VIP ended, and did not go on within 3 days. */
      members: z.strictObject({
        active: z.int(),
        days: z.array(z.strictObject({ day, began: z.int(), ended: z.int() })),
        began: z.int(),
        ended: z.int(),
      }),
      /** Disputes nobody has decided yet, of whatever day. */
      openDisputes: z.int(),
      /** What paid orders came by. */
      methods: z.array(z.strictObject({ method: paymentMethod, orders: z.int() })),
    }),
  }),
};
