import type { OrderState, PaymentMethod } from "../../../contract/commerce/payment-models.ts";

/** What the screens show, in words and amounts of the reader's language: worked out on the server, drawn anywhere. */

/** A plan as its card has it. */
export type PlanView = {
  id: string;
  name: string;
  benefits: string[];
  price: string;
  /** The price in the currency's smallest unit, as the order is to repeat it. */
  amount: number;
  currency: string;
  /** `for 3 months`, `a month`. */
  time: string;
  /** What a month of it comes to, where it is longer than one. */
  aMonth: string | null;
  /** Against the plan that costs most a month. */
  saving: string | null;
  /** How long it can be tried, in words; null = it can't, or not by this person any more. */
  trial: string | null;
  renews: boolean;
  best: boolean;
  /** Names the purchase: a form that is sent twice makes one order. */
  key: string;
};

/** How somebody's membership stands; dates are written out. */
export type Standing =
  | { kind: "none" }
  | { kind: "forever" }
  | { kind: "active"; until: string; note: string | null }
  | { kind: "grace"; until: string }
  | { kind: "paused"; left: string }
  | { kind: "lapsed"; since: string };

/** A membership that renews itself. */
export type SubscriptionView = { text: string; until: string; cancelled: boolean };

/** One of somebody's purchases, in a line. */
export type OrderLine = { number: string; plan: string; price: string; date: string; state: OrderState };

/** One order as the checkout shows it. */
export type OrderView = OrderLine & {
  planId: string;
  time: string;
  renews: boolean;
  method: PaymentMethod | null;
  /** What it was paid by: the method, and the card as far as it may be shown. */
  paidBy: string | null;
  /** VIP until, once it is paid; null = not known. */
  until: string | null;
  /** Why the last attempt came to nothing. */
  problem: "declined" | "abandoned" | "other" | null;
  /** It was not refunded but taken back by the bank: the notes say so. */
  takenBack: boolean;
  /** What else happened to its money, line by line. */
  notes: string[];
};

/** A form that came back: what was typed, and what is wrong with it. */
export type Refused = { message: string; fields: Record<string, string>; code: string };
