import { z } from "zod";
import { amount, money } from "./currencies.ts";
import { disputeStates, mostDuration, orderStates, paymentMethods } from "./values.ts";
import { iso, tier } from "../fields.ts";

/** Identifier of a plan: a slug, stable for its life. */
export const planId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/);

/** Number of an order, also printed on its receipt: `XXXX-XXXX-XXXX`, too long to guess. */
export const orderNumber = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);

/** Length of VIP. A month is a calendar month: from the 31st of January to the end of February. */
export const duration = z.strictObject({
  unit: z.enum(["day", "month"]),
  count: z.int().min(1).max(mostDuration),
});
export type Duration = z.infer<typeof duration>;

export const paymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof paymentMethod>;
export const orderState = z.enum(orderStates);
export type OrderState = z.infer<typeof orderState>;
export const disputeState = z.enum(disputeStates);
export type DisputeState = z.infer<typeof disputeState>;

/** A plan as offered. `name` and `benefits` are in the caller's language if translated. */
export const plan = z.strictObject({
  id: planId,
  name: z.string(),
  benefits: z.array(z.string()),
  duration,
  /** Of the membership that it sells. */
  tier,
  /** Days of a free trial; 0 = none. */
  trialDays: z.int(),
  /** If the method supports it, it is charged again at the end of each period until it is cancelled. */
  renews: z.boolean(),
  /** At least one price; each currency once. */
  prices: z.array(money),
});
export type Plan = z.infer<typeof plan>;

/**
 * A line of the money ledger, oldest first; lines are added and never changed. `paid` came in, `refunded` went back.
 * `credited` is a surplus above the price that could not be refunded, so VIP time was given for it. `reinstated` came
 * in again: a lost dispute was won after all, or a refund did not arrive.
 */
export const paymentLine = z.strictObject({
  kind: z.enum(["paid", "refunded", "credited", "reinstated"]),
  money,
  at: iso,
  method: paymentMethod,
  /** Means of payment, as far as it may be shown: `Visa •••• 4242`; null = unknown. */
  instrument: z.string().nullable(),
  /** Why money was refunded or credited: requested · paid twice · paid after the order ended · disputed at the bank. */
  why: z.enum(["requested", "duplicate", "late", "disputed"]).nullable(),
});
export type PaymentLine = z.infer<typeof paymentLine>;

export const order = z.strictObject({
  number: orderNumber,
  state: orderState,
  /** The plan when the order was made; later changes of the plan do not apply. */
  plan: z.strictObject({
    id: z.string(),
    name: z.string(),
    benefits: z.array(z.string()),
    duration,
    tier,
    renews: z.boolean(),
  }),
  /** Null = a code was redeemed and no money moved. */
  price: money.nullable(),
  /** The coupon that made the price, and the price without it; null = none. */
  coupon: z.strictObject({ code: z.string(), price: money }).nullable(),
  /** It gives a code to another user: see `gift/read`. */
  gift: z.boolean(),
  /** Null = not chosen yet. */
  method: paymentMethod.nullable(),
  createdAt: iso,
  /** For an unpaid order: when it can no longer be paid. */
  expiresAt: iso,
  paidAt: iso.nullable(),
  /** Why the last attempt failed, or null: refused by the bank · abandoned at the provider · another reason. */
  problem: z.enum(["declined", "abandoned", "other"]).nullable(),
  /** Received money that is being refunded: a second payment, or one after the order ended. */
  refundDue: money.nullable(),
  /**
   * Of the payment that pays the order (`of`): how much was refunded or taken back by the bank and has not returned.
   * Null = it is not paid. What was paid twice or too late does not count.
   */
  refunded: money.extend({ of: amount }).nullable(),
  /** The part of the payment that pays it (`refunded.of`) which is tax; null = none was worked out. */
  tax: amount.nullable(),
  /** Number of the provider's invoice. */
  invoice: z.string().nullable(),
  /** It was paid after it had ended and counts anyway. */
  late: z.boolean(),
  /** It is a later period of a membership that renews itself. */
  renewal: z.boolean(),
  /** Whether a subscription charges this order. */
  subscription: z.boolean(),
  /** End of VIP after this order; null = VIP is not extended (yet). */
  vip_until: iso.nullable(),
  lines: z.array(paymentLine),
});
export type Order = z.infer<typeof order>;

/** A membership that renews itself. */
export const subscription = z.strictObject({
  plan: z.strictObject({ id: z.string(), name: z.string(), duration }),
  price: money,
  method: paymentMethod,
  /** active · past_due: the provider could not charge and tries again, VIP continues for the days of grace · ended */
  state: z.enum(["active", "past_due", "ended"]),
  /** Time of the next charge, or of the end if it was cancelled. */
  periodEnd: iso,
  /** It was cancelled: it ends with the period. */
  cancelled: z.boolean(),
});
export type Subscription = z.infer<typeof subscription>;
