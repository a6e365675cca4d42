import type { Stripe } from "stripe";
import type { TaxWishes } from "../../ports/payment.ts";

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Scheme and host that users return to. */
  linkBase: string;
  /** Makes the error for when Stripe cannot be reached or does not answer now. */
  away: () => Error;
  /** Receives the reason, for the operator. */
  onAway: (error: unknown) => void;
  /** The operator's settings about taxes, as they are now. */
  taxes: () => Promise<TaxWishes>;
  /** The present time, for the age of a message. */
  now: () => Date;
};

/** Milliseconds for one request; a call of ours may take ten seconds. */
const patienceMs = 8_000;

export type StripeClient = ReturnType<typeof createStripeClient>;

/** Stripe by its own SDK, which is loaded at first use: most processes never need it. */
export function createStripeClient({ secretKey, away, onAway }: StripeOptions) {
  let loading: Promise<Stripe> | null = null;
  const load = () => {
    loading ??= import("stripe").then(
      ({ default: Sdk }) =>
        new Sdk(secretKey, {
          maxNetworkRetries: 1,
          timeout: patienceMs,
          telemetry: false,
          httpClient: Sdk.createFetchHttpClient(),
        }),
    );
    return loading;
  };
  /** @param missing the answer when Stripe has no such object; without it, that is an ordinary failure */
  async function ask<T>(question: (stripe: Stripe) => Promise<T>, missing?: T): Promise<T> {
    try {
      return await question(await load());
    } catch (error) {
      const { type, statusCode } = error as { type?: string; statusCode?: number };
      if (missing !== undefined && statusCode === 404) return missing;
      // Every Stripe error is for the operator: the payer can only try again.
      if (!type?.startsWith("Stripe")) throw error;
      onAway(error);
      throw away();
    }
  }
  return { load, ask };
}
