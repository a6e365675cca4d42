import type { DisputeState, OrderState } from "../../../contract/commerce/payment-models.ts";
import type { Outcome } from "../kit/outcome.ts";

/** What the screens of plans, codes and orders show: amounts and times are written out on the server. */

/** A form that came back: what was typed, and what is wrong with it. */
export type SalesReply = { values: Record<string, string>; errors: Record<string, string> };
export type SalesOutcome = Outcome & { reply?: SalesReply };

export type PlanLine = {
  id: string;
  name: string;
  time: string;
  prices: string;
  trial: string | null;
  renews: boolean;
  onSale: boolean;
  sold: string;
};

/** A plan as its form begins: by the names of the fields. */
export type PlanForm = { id: string | null; name: string; revision: number; values: Record<string, string> };

export type BatchLine = {
  id: string;
  name: string;
  time: string;
  used: string;
  state: "valid" | "expired" | "revoked" | "used";
  until: string | null;
  made: string;
  by: string | null;
  revision: number;
  left: number;
};

export type OrderLine = {
  number: string;
  state: OrderState;
  dispute: DisputeState | null;
  plan: string;
  price: string;
  method: string;
  date: string;
  person: { uid: string; name: string } | null;
};

export type Fact = { label: string; value: string };

/** One order with all that happened to it. */
export type OrderDetail = OrderLine & {
  facts: Fact[];
  attempts: { id: string; text: string; state: string; reference: string | null; at: string }[];
  lines: { key: string; text: string; amount: string; at: string; back: boolean }[];
  refunds: { id: string; text: string; amount: string; at: string; reason: string | null }[];
  disputes: {
    reference: string;
    state: DisputeState;
    amount: string;
    /** The bank's reason, and until when it is to be answered. */
    text: string;
    at: string;
  }[];
  /** What can still be given back, written out, and as a form has it; null = nothing. */
  refundable: { text: string; typed: string; currency: string } | null;
  /** The provider can be asked about it. */
  checkable: boolean;
};
