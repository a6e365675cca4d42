import type { Db } from "../../../db/client.ts";
import type { PaymentProvider, PaymentProviders } from "../../../ports/payment.ts";
import { Failure } from "../../kernel/failure.ts";

export type PaymentDeps = { db: Db; providers: PaymentProviders };

/** @returns undefined for a method that is not there (any more) */
export function providerOf({ providers }: PaymentDeps, method: string): PaymentProvider | undefined {
  return providers.find((one) => one.method === method);
}

/** Whether something failed because the provider can't be reached: to be tried again, and no bug. */
export function isProviderAway(error: unknown): boolean {
  return error instanceof Failure && error.code === "payment_away";
}
