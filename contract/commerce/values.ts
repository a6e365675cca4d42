/** Adapters of the payment port. `sandbox` exists with DEMO and in tests only; `voucher` always. */
export const paymentMethods = ["stripe", "voucher", "sandbox"] as const;

/**
 * open: created, no payment running · pending: a payment is running at the provider · failed: the last attempt was
 * refused, another is possible until `expiresAt` · paid · expired: not paid in time · cancelled: by the buyer ·
 * refunded: paid, then refunded in full.
 */
export const orderStates = ["open", "pending", "failed", "paid", "expired", "cancelled", "refunded"] as const;

/** Of a dispute with the bank: undecided · the money went back · it stays. */
export const disputeStates = ["open", "lost", "won"] as const;

/** How the sandbox's bank ends a payment. */
export const sandboxOutcomes = ["succeed", "fail", "stall", "late", "twice"] as const;
export type SandboxOutcome = (typeof sandboxOutcomes)[number];

/** Days or months of a plan or a code. */
export const mostDuration = 3660;
export const mostTrialDays = 90;
/** Codes of one batch, and uses of one code. */
export const mostCodes = 1000;
export const mostCodeUses = 100_000;
/** Letters of a coupon, fewer than those of a code that is redeemed; and orders that may have one coupon. */
export const longestCoupon = 16;
export const mostCouponUses = 1_000_000;
/** Letters of what a buyer writes with a gift. */
export const longestGiftMessage = 300;
/** Letters of a code as it is typed. */
export const longestCode = 64;
