import type { Duration, Money } from "../../contract/index.ts";

/** Money that a provider has, and what of it went back. */
export type ProviderPayment = {
  /** The provider's name of it: the same payment has the same, whatever asks. */
  reference: string;
  money: Money;
  at: Date;
  /** What it was paid by, as far as may be shown: `Visa •••• 4242`. */
  instrument: string | null;
  /** What went back; `ours` = our id of a refund we asked for; `failed`: it did not arrive, and is here again or never left. */
  refunds: { reference: string; ours: string | null; amount: number; at: Date; failed: boolean }[];
  disputes: ProviderDispute[];
};

/** A payment that its payer disputes with the bank. */
export type ProviderDispute = {
  reference: string;
  /** open: undecided, whoever has the money meanwhile · won: it stays paid · lost: its money has gone back. */
  state: "open" | "won" | "lost";
  /** What of the payment is disputed, in smallest units of its currency. */
  amount: number;
  /** The bank's reason in the provider's word: `fraudulent`. */
  reason: string;
  at: Date;
  /** Until when the provider wants to be answered; null = it does not. */
  dueAt: Date | null;
};

/** What a provider says of one attempt to pay. */
export type AttemptFacts = {
  /** open: it can still be paid, or is being paid. */
  state: "open" | "paid" | "failed" | "expired";
  problem: "declined" | "abandoned" | "other" | null;
  payments: ProviderPayment[];
  subscription: SubscriptionFacts | null;
};

/** What a provider says of a membership that renews itself. */
export type SubscriptionFacts = {
  id: string;
  /** The attempt it began with. */
  attempt: string | null;
  state: "active" | "past_due" | "ended";
  cancelled: boolean;
  periodEnd: Date;
  /** Paid periods after the first one, of late. */
  renewals: { reference: string; at: Date; payments: ProviderPayment[] }[];
};

export type NewPayment = {
  /** Our id of the attempt: asked twice with the same, the provider makes one. */
  attempt: string;
  number: string;
  /** What is bought, in the buyer's language. */
  name: string;
  money: Money;
  /** Charged again after each of these; null = once. */
  renews: Duration | null;
  email: string | null;
  createdAt: Date;
  /** When it should no longer be payable. */
  expiresAt: Date;
};

/** What a message of the provider is about; the message itself is believed in nothing else. */
export type Hint = { attempt: string } | { subscription: string } | { payment: string };

/**
 * Who takes the money. Each call may fail with what the adapter was given for a provider that can't be reached; asked
 * again, none does anything twice.
 */
export type PaymentProvider = {
  method: "stripe" | "sandbox";
  /** Whether it charges again by itself. */
  renews: boolean;
  /** Makes a page to pay on. `url` null = there is none of the provider's own. */
  begin: (payment: NewPayment) => Promise<{ reference: string; url: string | null }>;
  look: (reference: string) => Promise<AttemptFacts>;
  lookAtPayment: (reference: string) => Promise<ProviderPayment | null>;
  lookAtSubscription: (id: string) => Promise<SubscriptionFacts | null>;
  /** Nothing can be paid by it from now on; one that is paid stays so. */
  close: (reference: string) => Promise<void>;
  /** `waiting`: not decided yet; `refused`: it never will. @param id ours: asked twice, it refunds once */
  refund: (refund: {
    id: string;
    payment: string;
    amount: number;
  }) => Promise<{ reference: string | null; state: "done" | "waiting" | "refused"; at: Date }>;
  /** Disputes opened since then, of whatever payments, with how they stand. Left out = nobody can dispute there. */
  listDisputes?: (
    since: Date,
  ) => Promise<(Pick<ProviderDispute, "reference" | "state"> & { payment: string })[]>;
  cancelSubscription: (id: string, how: "at-end" | "not" | "now") => Promise<void>;
  /**
   * Reads a message the provider sent, as it came.
   * @returns `refused` for one that is not the provider's, was changed, or is old; null for one about nothing of ours
   */
  readMessage?: (message: { body: string; signature: string; now: Date }) => Promise<Hint | "refused" | null>;
};

/** The ways to pay that there are, the first one first. */
export type PaymentProviders = readonly PaymentProvider[];
