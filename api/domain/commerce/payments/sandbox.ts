import { and, eq } from "drizzle-orm";
import { type SandboxOutcome } from "../../../../contract/commerce/values.ts";
import { attempts, orders } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { User } from "../../kernel/user.ts";
import { ownOrder } from "./order-row.ts";
import { settleOrder, tellOrder } from "./pay-order.ts";
import type { PaymentDeps } from "./payment-deps.ts";

/** Sets a payment's result at the sandbox's bank; null without a sandbox. */
export type SettleSandbox = ((attempt: string, outcome: SandboxOutcome) => Promise<void>) | null;

/**
 * Makes the sandbox's bank decide on an order's pending payment. Paid `late` means after the order has ended.
 * @throws Failure not_found without a sandbox, or for an unknown order · order_closed if nothing is pending
 */
export async function settleInSandbox(
  deps: PaymentDeps & { settleSandbox: SettleSandbox },
  given: { number: string; outcome: SandboxOutcome; user: User; locale: Locale; now: Date },
) {
  const { number, outcome, user, locale, now } = given;
  if (!deps.settleSandbox) throw new Failure("not_found");
  const order = await ownOrder(deps.db, { number, uid: user.uid });
  const [attempt] = await deps.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.number, number), eq(attempts.state, "open"), eq(attempts.method, "sandbox")));
  if (!attempt || order.state !== "pending") throw new Failure("order_closed");
  await deps.settleSandbox(attempt.id, outcome);
  if (outcome === "late")
    await deps.db
      .update(orders)
      .set({ state: "expired", expiresAt: now })
      .where(and(eq(orders.number, number), eq(orders.state, "pending")));
  await settleOrder(deps, { number, now });
  return tellOrder(deps, { number, user, locale });
}
