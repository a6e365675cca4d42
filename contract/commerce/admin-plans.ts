import { z } from "zod";
import { get, post } from "../call.ts";
import { amount, money } from "./currencies.ts";
import { locale, streamCount, tier } from "../fields.ts";
import { longestCode, mostCodes, mostCodeUses, mostTrialDays } from "./values.ts";
import { page } from "../models.ts";
import { duration, paymentMethod, planId } from "./payment-models.ts";
import { actor, before, csvFile, iso, paging, query, reason, revision } from "../admin-fields.ts";

const name = z.string().trim().min(1).max(80);
const benefit = z.string().trim().min(1).max(160);

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
  /** Of the membership that it sells. */
  tier,
  /** Null = as the setting says. */
  streams: streamCount.nullable(),
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
  tier,
  streams: planFields.streams,
  prices: z.array(money),
  onSale: z.boolean(),
  position: z.int(),
  /** Paid orders of it; at most `mostSold`, because counting more takes long. */
  sold: z.int(),
  updatedAt: iso,
});
export type AdminPlan = z.infer<typeof adminPlan>;

/** One code of a batch. */
const oneCode = z.strictObject({
  /** As it is handed out: `XXXXX-XXXXX-XXXXX-XXXXX`. */
  code: z.string(),
  /** Its place in the batch and in the CSV, from 1. */
  number: z.int(),
  used: z.int(),
  /** When it was revoked by itself; null = it was not. */
  revokedAt: iso.nullable(),
});
export type OneCode = z.infer<typeof oneCode>;

/** Codes made together. The codes themselves are only in the CSV and are not stored. */
export const codeBatch = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  duration,
  /** Of the membership that a code gives. */
  tier,
  codes: z.int(),
  /** How often each code can be redeemed; a user can redeem a code only once. */
  uses: z.int(),
  redeemed: z.int(),
  /** Codes that were revoked one by one. */
  revoked: z.int(),
  /** Uses left of the codes that are not revoked. */
  left: z.int(),
  /** Null = they do not expire. */
  expiresAt: iso.nullable(),
  revokedAt: iso.nullable(),
  createdAt: iso,
  actor,
  revision,
  /** The code that was searched for, if it is one of these; null otherwise. */
  found: oneCode.nullable(),
});
export type CodeBatch = z.infer<typeof codeBatch>;

/** What is sold: plans, and codes. */
export const adminPlanCalls = {
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
    input: z.strictObject({
      key: z.uuid(),
      id: planId,
      ...planFields,
      tier: tier.default(1),
      streams: planFields.streams.default(null),
      reason: reason.optional(),
    }),
    output: z.strictObject({ id: planId, revision }),
  }),
  "z/plan/save": post({
    access: "admin",
    permission: "payments.write",
    summary: "Changes a plan. Orders that are there keep what they were made with.",
    input: z.strictObject({
      id: planId,
      revision,
      before: before.optional(),
      texts: planTexts.optional(),
      duration: planFields.duration.optional(),
      trialDays: planFields.trialDays.optional(),
      renews: planFields.renews.optional(),
      tier: tier.optional(),
      streams: planFields.streams.optional(),
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
    /** `q`: a part of a batch's name, or one of its codes, however it is typed. */
    input: z.strictObject({ ...paging, q: query.optional() }),
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
      tier: tier.default(1),
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
  "z/code/read": get({
    access: "admin",
    permission: "payments.write",
    summary: "The codes of a batch, page by page, in the order of its CSV; noted in the audit log.",
    input: z.strictObject({ id: z.uuid(), ...paging }),
    output: page(oneCode).extend({ batch: codeBatch }),
  }),
  "z/code/revoke-one": post({
    access: "admin",
    permission: "payments.write",
    summary:
      "One code can't be redeemed any more. What was redeemed stays; a code that is used up is refused.",
    /** `code`: as typed, as in `voucher/redeem`. */
    input: z.strictObject({ code: z.string().trim().min(1).max(longestCode), reason: reason.optional() }),
    output: z.strictObject({ revokedAt: iso }),
  }),
};
