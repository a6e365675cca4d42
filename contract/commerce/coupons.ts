import { z } from "zod";
import { get, post } from "../call.ts";
import { actor, iso, paging, query, reason, revision } from "../admin-fields.ts";
import { page } from "../models.ts";
import { amount, currency, money } from "./currencies.ts";
import { order, orderNumber, planId } from "./payment-models.ts";
import { longestCode, longestCoupon, mostCouponUses } from "./values.ts";

/** A coupon as a user types it: case and spaces do not matter. */
export const typedCoupon = z.string().trim().min(1).max(longestCode);

/** A coupon as an admin names it: shorter than a code that is redeemed, so that each is known by its length. */
const couponCode = z
  .string()
  .trim()
  .toUpperCase()
  .max(longestCoupon)
  .regex(/^[A-Z0-9][A-Z0-9-]{2,}$/);

/** What it takes off: a part of any price, or an amount in each of its currencies. */
export const couponValue = z.union([
  z.strictObject({ kind: z.literal("percent"), percent: z.int().min(1).max(100) }),
  z.strictObject({
    kind: z.literal("amount"),
    amounts: z
      .array(money.extend({ amount: amount.min(1) }))
      .min(1)
      .max(40)
      .refine((all) => new Set(all.map((one) => one.currency)).size === all.length),
  }),
]);
export type CouponValue = z.infer<typeof couponValue>;

/** A coupon with what became of it. */
export const coupon = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  value: couponValue,
  /** Null = every plan. */
  plans: z.array(planId).nullable(),
  startsAt: iso.nullable(),
  endsAt: iso.nullable(),
  /** Orders that may have it; null = any number. */
  uses: z.int().nullable(),
  oncePerAccount: z.boolean(),
  firstOnly: z.boolean(),
  endedAt: iso.nullable(),
  createdAt: iso,
  actor,
  revision,
  /** Paid orders with it, and unpaid ones that hold a use until they are over. */
  used: z.int(),
  held: z.int(),
  /** Money of its orders, by currency: received and refunded, in smallest units. */
  revenue: z.array(z.strictObject({ currency, paid: z.int(), refunded: z.int() })),
});
export type Coupon = z.infer<typeof coupon>;

export const couponCalls = {
  "coupon/read": get({
    access: "optional",
    summary:
      "What a coupon makes of the prices of the plans on sale, for the caller. Plans that it is not for are left out.",
    input: z.strictObject({ code: typedCoupon }),
    output: z.strictObject({
      code: z.string(),
      plans: z.array(z.strictObject({ id: planId, prices: z.array(money) })),
    }),
  }),
  "order/coupon": post({
    access: "session",
    summary:
      "Uses a coupon for an unpaid order in place of another one, or takes it off again. An order that costs nothing then is paid at once.",
    input: z.strictObject({ number: orderNumber, code: typedCoupon.nullable() }),
    output: order,
  }),
};

/** What admins do with coupons. */
export const adminCouponCalls = {
  "z/coupon/list": get({
    access: "admin",
    permission: "payments.read",
    summary: "Coupons, latest first, with their uses and revenue.",
    /** `q`: a part of the name, or the beginning of the code. */
    input: z.strictObject({ ...paging, q: query.optional() }),
    output: page(coupon),
  }),
  "z/coupon/create": post({
    access: "admin",
    permission: "payments.write",
    summary: "Makes a coupon. The same key makes one, however often it is sent.",
    input: z.strictObject({
      key: z.uuid(),
      code: couponCode,
      name: z.string().trim().min(1).max(80),
      value: couponValue,
      /** Left out = every plan, also those of later. */
      plans: z.array(planId).min(1).max(100).optional(),
      startsAt: iso.nullable(),
      endsAt: iso.nullable(),
      uses: z.int().min(1).max(mostCouponUses).nullable(),
      oncePerAccount: z.boolean(),
      firstOnly: z.boolean(),
      reason: reason.optional(),
    }),
    output: coupon,
  }),
  "z/coupon/end": post({
    access: "admin",
    permission: "payments.write",
    summary: "No further order can have the coupon. Orders that have it keep their price.",
    input: z.strictObject({ id: z.uuid(), revision, reason: reason.optional() }),
    output: z.strictObject({ revision }),
  }),
};
