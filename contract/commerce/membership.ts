import { z } from "zod";
import { get, post } from "../call.ts";
import { amount, currency } from "./currencies.ts";
import { days } from "../accounts/admin-users.ts";
import { reason, revision } from "../admin-fields.ts";
import { cursor, iso, limit, tier, uid } from "../fields.ts";
import { page } from "../models.ts";
import { typedCoupon } from "./coupons.ts";
import { giftWishes } from "./gifts.ts";
import { longestCode, sandboxOutcomes } from "./values.ts";
import { order, orderNumber, paymentMethod, plan, planId, subscription } from "./payment-models.ts";

const vipUntil = z.strictObject({ vip_until: iso.nullable() });

/** Result of an attempt to pay: the browser's next address, and the present order. */
const payment = z.strictObject({
  order,
  /** The provider's page, an absolute address; null = no page: read the order's state. */
  redirect: z.string().nullable(),
});

export const membershipCalls = {
  "plan/list": get({
    access: "public",
    summary: "The plans on sale, in order, and the ways to pay. Empty where the operator sells none.",
    input: z.strictObject({}),
    output: z.strictObject({
      items: z.array(plan),
      /** Ways to pay an order, in order of preference; `voucher` is redeemed with `voucher/redeem`. */
      methods: z.array(paymentMethod),
      /** Taxes are added to these prices where the buyer pays. */
      taxAdded: z.boolean(),
      /** Gifts can be mailed; else their buyers hand the codes over. */
      giftMails: z.boolean(),
    }),
  }),
  "membership/read": get({
    access: "session",
    summary: "The caller's membership: until when, whether it renews, and what is under way.",
    input: z.strictObject({}),
    output: z.strictObject({
      is_vip: z.boolean(),
      vip_until: iso.nullable(),
      /** The tiers of the time that remains, the highest first: each is used until its end, then the next one. */
      tiers: z.array(z.strictObject({ tier, until: iso })),
      /** It was paused; this many seconds are saved. */
      paused: z.strictObject({ secondsLeft: z.int() }).nullable(),
      /** The period has ended and its renewal is late; VIP continues until this time. */
      graceUntil: iso.nullable(),
      /** Whether the caller has never tried a plan. A guest signs up first. */
      trial: z.boolean(),
      subscription: subscription.nullable(),
      /** The latest unpaid order: open, pending or failed. */
      order: order.nullable(),
    }),
  }),
  "membership/trial": post({
    access: "session",
    summary:
      "Begins a plan's trial: VIP for its days, without an order. Once for each user, with an account only; a repeated call answers the same trial.",
    input: z.strictObject({ plan: planId }),
    output: vipUntil,
  }),
  "order/create": post({
    access: "session",
    summary:
      "Orders a plan. The same key and payload answer the same order; the same key with another payload is a conflict.",
    input: z.strictObject({
      /** Random, made for each form. */
      key: z.uuid(),
      plan: planId,
      currency,
      /** The price shown to the user, with the coupon: `price_changed` if it has changed. */
      amount,
      coupon: typedCoupon.optional(),
      /** The order is for another user, who gets a code. It is bought once. */
      gift: giftWishes.optional(),
    }),
    output: order,
  }),
  "order/pay": post({
    access: "session",
    summary:
      "Begins to pay an order that is open or failed, or continues the pending attempt by the same method.",
    input: z.strictObject({ number: orderNumber, method: z.enum(["stripe", "sandbox"]) }),
    output: payment,
  }),
  "order/read": get({
    access: "session",
    summary: "One of the caller's orders, as stored; the provider is not asked.",
    input: z.strictObject({ number: orderNumber }),
    output: order,
  }),
  "order/check": post({
    access: "session",
    summary:
      "Asks the provider about a pending order, and answers its new state: for users who return from paying, or wait.",
    input: z.strictObject({ number: orderNumber }),
    output: order,
  }),
  "order/list": get({
    access: "session",
    summary: "The caller's orders, latest first.",
    input: z.strictObject({ cursor: cursor.optional(), limit: limit.optional() }),
    output: page(order),
  }),
  "order/cancel": post({
    access: "session",
    summary: "Cancels an unpaid order. If the provider reports it paid, the answer says so.",
    input: z.strictObject({ number: orderNumber }),
    output: order,
  }),
  "voucher/redeem": post({
    access: "session",
    summary:
      "Redeems a code: VIP at once, and an order without a price as its receipt. The same code redeemed again by the same user answers that order.",
    input: z.strictObject({
      /** As typed: spaces, dashes and lower case are accepted. */
      code: z.string().trim().min(1).max(longestCode),
      /** An unpaid order that is cancelled in favour of the code. */
      order: orderNumber.optional(),
    }),
    output: z.strictObject({ order, vip_until: iso.nullable() }),
  }),
  "subscription/cancel": post({
    access: "session",
    summary: "The membership ends with the period that is paid.",
    input: z.strictObject({}),
    output: subscription,
  }),
  "subscription/resume": post({
    access: "session",
    summary: "Withdraws a cancellation, while the period lasts.",
    input: z.strictObject({}),
    output: subscription,
  }),
  "sandbox/settle": post({
    access: "session",
    summary:
      "Decides a pending order of the sandbox as a bank would: pays it, refuses it, does not answer, pays it after the order has ended, or pays it twice. Only with DEMO and in tests.",
    input: z.strictObject({
      number: orderNumber,
      outcome: z.enum(sandboxOutcomes),
    }),
    output: order,
  }),
};

/** What admins do to a user's VIP time. */
export const adminVipCalls = {
  "z/user/vip": post({
    access: "admin",
    permission: "users.write",
    summary:
      "Writes a line of a user's membership ledger. The same key writes one, however often it is sent.",
    input: z.strictObject({
      uid,
      /** Random, made for each form. */
      key: z.uuid(),
      change: z.union([
        z.strictObject({ kind: z.literal("grant"), until: iso, tier: tier.default(1) }),
        z.strictObject({ kind: z.literal("extend"), days, tier: tier.default(1) }),
        z.strictObject({ kind: z.literal("revoke") }),
        /** The remaining time is saved, and `resume` continues it. */
        z.strictObject({ kind: z.literal("pause") }),
        z.strictObject({ kind: z.literal("resume") }),
      ]),
      reason,
    }),
    output: z.strictObject({ vip_until: iso.nullable(), revision }),
  }),
};
