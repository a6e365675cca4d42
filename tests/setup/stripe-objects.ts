/** What Stripe keeps, as far as the stand-in does. */

export type Refund = { id: string; amount: number; status: string; created: number; metadata: object };
export type Dispute = {
  id: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: string;
  created: number;
  balance_transactions: { amount: number }[];
};
export type Intent = {
  id: string;
  amount_received: number;
  currency: string;
  status: string;
  created: number;
  refunds: Refund[];
};
export type Session = {
  id: string;
  mode: string;
  status: string;
  payment_status: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  payment_intent: string | null;
  subscription: string | null;
  automatic_tax: { enabled: boolean };
  total_details: { amount_tax: number };
  invoice: { id: string; number: string } | null;
};
export type Invoice = {
  id: string;
  subscription: string;
  billing_reason: string;
  created: number;
  intent: string;
  tax: number;
};
export type Subscription = {
  id: string;
  status: string;
  cancel_at_period_end: boolean;
  periodEnd: number;
  metadata: Record<string, string>;
};
