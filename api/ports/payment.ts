import type { Duration, Money } from "../../contract/index.ts";

/** Money a provider received, and its refunds. */
export type ProviderPayment = {
  /** The provider's id: one payment keeps the same id in every answer. */
  reference: string;
  money: Money;
  at: Date;
  /** Means of payment, as far as it may be shown: `Visa •••• 4242`. */
  instrument: string | null;
  /** The part of the money that is tax; null = none was worked out, or this answer does not say. */
  tax: number | null;
  /** Number of its invoice; null = it has none yet, or this answer does not say. */
  invoice: string | null;
  /**
   * Refunds. `ours` = our id of a refund we asked for; `failed`: the money did not arrive, and is back with us or never
   * left.
   */
  refunds: { reference: string; ours: string | null; amount: number; at: Date; failed: boolean }[];
  disputes: ProviderDispute[];
};

/** A payment that its payer disputes with the bank. */
export type ProviderDispute = {
  reference: string;
  /** open: undecided, whichever side holds the money · won: it stays paid · lost: the money has gone back. */
  state: "open" | "won" | "lost";
  /** Disputed amount, in smallest units of the payment's currency. */
  amount: number;
  /** The bank's reason in the provider's term: `fraudulent`. */
  reason: string;
  at: Date;
  /** Deadline for an answer to the provider; null = no answer is wanted. */
  dueAt: Date | null;
};

/** The provider's data about one attempt to pay. */
export type AttemptFacts = {
  /** open: it can still be paid, or is being paid. */
  state: "open" | "paid" | "failed" | "expired";
  problem: "declined" | "abandoned" | "other" | null;
  payments: ProviderPayment[];
  subscription: SubscriptionFacts | null;
};

/** The provider's data about a membership that renews itself. */
export type SubscriptionFacts = {
  id: string;
  /** The attempt that started it. */
  attempt: string | null;
  state: "active" | "past_due" | "ended";
  cancelled: boolean;
  periodEnd: Date;
  /** Recent paid periods after the first one. */
  renewals: { reference: string; at: Date; payments: ProviderPayment[] }[];
};

/** What a provider is to find out about taxes. */
export type TaxWishes = {
  /** Works out the tax by the buyer's address, within the price or on top of it. */
  tax: "off" | "included" | "added";
  /** Lets buyers enter a tax ID. */
  ids: boolean;
  /** Makes invoices of single purchases. */
  invoices: boolean;
};

export type NewPayment = {
  /** Our id of the attempt: the provider makes only one payment for repeated requests with it. */
  attempt: string;
  number: string;
  /** Name of the product, in the buyer's language. */
  name: string;
  /** The price of the first period, or of the one. */
  money: Money;
  /** The price of each later period, where it is another one. */
  laterMoney: Money | null;
  /** Period after which it is charged again; null = once. */
  renews: Duration | null;
  email: string | null;
  createdAt: Date;
  /** When it should stop being payable. */
  expiresAt: Date;
};

/** Subject of a provider's message; nothing else in the message is trusted. */
export type Hint = { attempt: string } | { subscription: string } | { payment: string };

/**
 * A payment provider. Each call may fail with the error the adapter was given for an unreachable provider; a repeated
 * call does nothing twice.
 */
export type PaymentProvider = {
  method: "stripe" | "sandbox";
  /** Whether the provider charges renewals itself. */
  renews: boolean;
  /** Makes a payment page. `url` null = the provider has no page of its own. */
  begin: (payment: NewPayment) => Promise<{ reference: string; url: string | null }>;
  look: (reference: string) => Promise<AttemptFacts>;
  lookAtPayment: (reference: string) => Promise<ProviderPayment | null>;
  lookAtSubscription: (id: string) => Promise<SubscriptionFacts | null>;
  /** Stops further payment through it; a completed payment stays. */
  close: (reference: string) => Promise<void>;
  /**
   * `waiting`: not decided yet; `refused`: it will never be refunded. @param id ours: repeated with the same id, it
   * refunds once
   */
  refund: (refund: {
    id: string;
    payment: string;
    amount: number;
  }) => Promise<{ reference: string | null; state: "done" | "waiting" | "refused"; at: Date }>;
  /** Disputes opened since then, of any payment, with their state. Left out = the provider has no disputes. */
  listDisputes?: (
    since: Date,
  ) => Promise<(Pick<ProviderDispute, "reference" | "state"> & { payment: string })[]>;
  cancelSubscription: (id: string, how: "at-end" | "not" | "now") => Promise<void>;
  /**
   * Reads a message from the provider, in its raw form.
   * @returns `refused` for a message that is not the provider's, was changed, or is too old; null when it concerns
   *   nothing of ours
   */
  readMessage?: (message: { body: string; signature: string; now: Date }) => Promise<Hint | "refused" | null>;
};

/** The available ways to pay, in order of preference. */
export type PaymentProviders = readonly PaymentProvider[];
