import type { adminPaymentCalls } from "../../contract/calls/admin-payment.ts";
import type { membershipCalls } from "../../contract/calls/membership.ts";
import { Failure } from "../domain/failure.ts";
import type { Handlers } from "./call-context.ts";

type Calls = keyof typeof membershipCalls | keyof typeof adminPaymentCalls;

/** The calls of membership and payment answer that they are not available until their use-cases are in. */
export function createMembershipHandlers(names: readonly Calls[]): Pick<Handlers, Calls> {
  const away = () => {
    throw new Failure("unavailable");
  };
  return Object.fromEntries(names.map((name) => [name, away])) as unknown as Pick<Handlers, Calls>;
}
