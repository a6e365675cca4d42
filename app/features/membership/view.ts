import type { OrderState, PaymentMethod } from "../../../contract/commerce/payment-models.ts";

/**
 * What the screens show, in words and amounts of the reader's language: the server computes it, and either side can
 * draw it.
 */

/** A plan as its card shows it. */
export type PlanView = {
  id: string;
  name: string;
  benefits: string[];
  price: string;
  /** The price in the currency's smallest unit, which the order repeats. */
  amount: number;
  currency: string;
  /** The coupon that made the price, and the price without it; null = none, or none for this plan. */
  coupon: { code: string; before: string } | null;
  /** `for 3 months`, `a month`. */
  time: string;
  /** `for 3 months`, whether it renews or not. */
  length: string;
  /** The price per month, for a plan longer than one. */
  aMonth: string | null;
  /** Compared with the plan that costs most per month. */
  saving: string | null;
  /** Duration of the trial, in words; null = no trial, or this user has had it. */
  trial: string | null;
  renews: boolean;
  /** Of the membership that it sells. */
  tier: number;
  best: boolean;
  /** Identifies the purchase: a form that is sent twice makes one order. */
  key: string;
};

/** State of a user's membership; dates are written out. */
export type Standing =
  | { kind: "none" }
  | { kind: "forever" }
  /** `tiers`: what remains of each, the highest first. */
  | { kind: "active"; until: string; tiers: { tier: number; until: string }[]; note: string | null }
  | { kind: "grace"; until: string }
  | { kind: "paused"; left: string }
  | { kind: "lapsed"; since: string };

/** A membership that renews itself. */
export type SubscriptionView = { text: string; until: string; cancelled: boolean };

/** One of a user's purchases, in a line. */
export type OrderLine = {
  number: string;
  plan: string;
  price: string;
  date: string;
  state: OrderState;
  /** A part of what was paid was refunded, and what is left of it; null = nothing or everything was refunded. */
  part: { text: string; refunded: string; left: string } | null;
};

/** One order as the checkout shows it. */
export type OrderView = OrderLine & {
  time: string;
  renews: boolean;
  method: PaymentMethod | null;
  gift: boolean;
  /** The tax in what was paid, and all that was paid. */
  tax: { text: string; total: string } | null;
  invoice: string | null;
  /** The coupon, the price without it, and what it took off. */
  coupon: { code: string; before: string; off: string } | null;
  /** What paid for it: the method, and the part of the card that may be shown. */
  paidBy: string | null;
  /** End of the VIP time once it is paid; null = not known. */
  until: string | null;
  /** Why the last attempt failed. */
  problem: "declined" | "abandoned" | "other" | null;
  /** The bank took the money back; it was no refund: the notes say so. */
  takenBack: boolean;
  /** Other events of its money, line by line. */
  notes: string[];
};

/** The code of a gift that is paid, and what became of it, in words. */
export type GiftView = { code: string; notes: string[] };

/** A refused form: the typed values and their errors. */
export type Refused = {
  message: string;
  fields: Record<string, string>;
  code: string;
  /** What was typed into the form of a gift. */
  typed?: Record<string, string>;
  /** The form of coupons was refused, with this one. */
  coupon?: string;
};
