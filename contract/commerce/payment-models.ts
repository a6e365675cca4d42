import { z } from "zod";
import { money } from "./currencies.ts";
import { iso } from "../fields.ts";

/** Identifier of a plan: a slug, stable for its life. */
export const planId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/);

/** Number of an order, which stands on its receipt too: `XXXX-XXXX-XXXX`, nobody finds one by trying. */
export const orderNumber = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);

/** How long VIP lasts. A month is a calendar month: from the 31st of January to the end of February. */
export const duration = z.strictObject({
  unit: z.enum(["day", "month"]),
  count: z.int().min(1).max(3660),
});
export type Duration = z.infer<typeof duration>;

/** What stands behind the port. `sandbox` is there with DEMO and in tests alone; `voucher` always. */
export const paymentMethods = ["stripe", "voucher", "sandbox"] as const;
export const paymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof paymentMethod>;

/**
 * open: made, nothing is under way · pending: a payment is under way with the provider · failed: the last attempt was
 * refused, another may be made until `expiresAt` · paid · expired: nobody paid in time · cancelled: given up by its
 * person · refunded: paid, and all of it given back.
 */
export const orderStates = ["open", "pending", "failed", "paid", "expired", "cancelled", "refunded"] as const;
export const orderState = z.enum(orderStates);
export type OrderState = z.infer<typeof orderState>;

/** How a payer's dispute with the bank stands: undecided · the money stays · it went back. */
export const disputeStates = ["open", "won", "lost"] as const;
export const disputeState = z.enum(disputeStates);
export type DisputeState = z.infer<typeof disputeState>;

/** A plan as it is offered. `name` and `benefits` are in the caller's language where there are such. */
export const plan = z.strictObject({
  id: planId,
  name: z.string(),
  benefits: z.array(z.string()),
  duration,
  /** Days to try it without paying; 0 = none. */
  trialDays: z.int(),
  /** Where the method can, it is charged again at the end of each period until it is cancelled. */
  renews: z.boolean(),
  /** One price a currency, none twice, at least one. */
  prices: z.array(money),
});
export type Plan = z.infer<typeof plan>;

/**
 * A line of the ledger of money, oldest first; lines are added and never changed. `paid` came in, `refunded` went back,
 * `credited` is money that came in beyond the price and could not go back: VIP time was given for it. `reinstated` came
 * in again: a dispute that was lost has been won after all, or a refund did not arrive.
 */
export const paymentLine = z.strictObject({
  kind: z.enum(["paid", "refunded", "credited", "reinstated"]),
  money,
  at: iso,
  method: paymentMethod,
  /** What it was paid by, as far as may be shown: `Visa •••• 4242`; null = not known. */
  instrument: z.string().nullable(),
  /** Why money went back, or was credited: asked for · paid twice · paid when the order was over · by the bank. */
  why: z.enum(["requested", "duplicate", "late", "disputed"]).nullable(),
});
export type PaymentLine = z.infer<typeof paymentLine>;

export const order = z.strictObject({
  number: orderNumber,
  state: orderState,
  /** As it was when the order was made; a later change of the plan changes nothing here. */
  plan: z.strictObject({
    id: z.string(),
    name: z.string(),
    benefits: z.array(z.string()),
    duration,
    renews: z.boolean(),
  }),
  /** Null = a code was redeemed, no money moved. */
  price: money.nullable(),
  /** Null = not chosen yet. */
  method: paymentMethod.nullable(),
  createdAt: iso,
  /** Of an order that waits: until when it can be paid. */
  expiresAt: iso,
  paidAt: iso.nullable(),
  /** Why the last attempt failed, or null: refused by the bank · given up at the provider · anything else. */
  problem: z.enum(["declined", "abandoned", "other"]).nullable(),
  /** Money that came in and is on its way back: what was paid twice, or when the order was over. */
  refundDue: money.nullable(),
  /** It was paid after it was over, and counts nonetheless. */
  late: z.boolean(),
  /** It is a later period of a membership that renews itself. */
  renewal: z.boolean(),
  /** What an order that renews itself has been charged under; null = it does not. */
  subscription: z.boolean(),
  /** What VIP was extended to by it; null = it was not (yet). */
  vip_until: iso.nullable(),
  lines: z.array(paymentLine),
});
export type Order = z.infer<typeof order>;

/** A membership that renews itself. */
export const subscription = z.strictObject({
  plan: z.strictObject({ id: z.string(), name: z.string(), duration }),
  price: money,
  method: paymentMethod,
  /** active · past_due: the provider could not charge and tries again, VIP goes on for the days of grace · ended */
  state: z.enum(["active", "past_due", "ended"]),
  /** When it is charged the next time, or ends where it was cancelled. */
  periodEnd: iso,
  /** It was cancelled: it ends with the period. */
  cancelled: z.boolean(),
});
export type Subscription = z.infer<typeof subscription>;
