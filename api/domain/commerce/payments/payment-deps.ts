import type { Db } from "../../../db/client.ts";
import type { PaymentProvider, PaymentProviders } from "../../../ports/payment.ts";
import type { Count } from "../../../ports/meter.ts";
import { Failure } from "../../kernel/failure.ts";

export type PaymentDeps = { db: Db; providers: PaymentProviders; count?: Count };

/** @returns undefined for a method that is not (or no longer) available */
export function providerOf({ providers }: PaymentDeps, method: string): PaymentProvider | undefined {
  return providers.find((one) => one.method === method);
}

/** Whether an error means that the provider can't be reached: to be retried, and no bug. */
export function isProviderAway(error: unknown): boolean {
  return error instanceof Failure && error.code === "payment_away";
}
