import type { DisputeState, OrderState } from "../../../contract/commerce/payment-models.ts";

/** What the screens of plans, codes and orders show: the server formats amounts and times as text. */

export type PlanLine = {
  id: string;
  name: string;
  time: string;
  tier: number;
  prices: string;
  trial: string | null;
  renews: boolean;
  onSale: boolean;
  sold: string;
};

type PlanField = "newId" | "count" | "unit" | "trialDays" | "tier" | "streams" | "renews" | "onSale";
export type PlanFields = Record<PlanField, string> & {
  prices: { currency: string; amount: string }[];
  /** By language, as the benefits are, one a line. */
  name: Record<string, string>;
  benefits: Record<string, string>;
};

/** A plan's form with its initial values; without an id, a new plan's. */
export type PlanForm = {
  id: string | null;
  name: string;
  revision: number;
  values: PlanFields;
  began: object;
};

export type BatchLine = {
  id: string;
  name: string;
  time: string;
  tier: number;
  used: string;
  state: "valid" | "expired" | "revoked" | "used";
  until: string | null;
  made: string;
  by: string | null;
  revision: number;
  left: number;
  /** Codes that were revoked one by one, in digits; null = none. */
  revoked: string | null;
  /** The code that was searched for. */
  found: CodeLine | null;
};

export type CouponLine = {
  id: string;
  code: string;
  name: string;
  /** What it takes off, in words. */
  off: string;
  plans: string;
  rules: string[];
  used: string;
  /** Uses that unpaid orders hold, in digits; null = none. */
  held: string | null;
  revenue: string;
  starts: string | null;
  until: string | null;
  made: string;
  by: string | null;
  state: "planned" | "valid" | "over" | "used";
  revision: number;
};

export type CodeLine = {
  code: string;
  /** Its place in the batch, in digits. */
  number: string;
  /** How often it is used, of how often it may be. */
  used: string;
  state: BatchLine["state"];
};

export type OrderLine = {
  number: string;
  state: OrderState;
  dispute: DisputeState | null;
  /** How much of its payment was refunded, `$1 of $4.99`; null = nothing. */
  refunded: string | null;
  /** A part was refunded, the rest was not. */
  partly: boolean;
  plan: string;
  price: string;
  method: string;
  /** When it was made, ISO 8601 in UTC. */
  date: string;
  user: { uid: string; name: string } | null;
};

/** `at`: the time that the value is in words. */
export type Fact = { label: string; value: string; at?: string };

/** One order with its history. */
export type OrderDetail = OrderLine & {
  facts: Fact[];
  attempts: { id: string; text: string; state: string; reference: string | null; at: string }[];
  lines: { key: string; text: string; amount: string; at: string; back: boolean }[];
  refunds: { id: string; text: string; amount: string; at: string; reason: string | null }[];
  disputes: {
    reference: string;
    state: DisputeState;
    amount: string;
    /** The bank's reason, and the deadline for an answer. */
    text: string;
    at: string;
  }[];
  /** The amount that can still be refunded, as text and as a form's value; null = nothing. */
  refundable: { text: string; typed: string; currency: string } | null;
  /** The provider can report its state. */
  checkable: boolean;
};
