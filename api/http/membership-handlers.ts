import type { membershipCalls } from "../../contract/commerce/membership.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { User } from "../domain/kernel/user.ts";
import { readMembership } from "../domain/commerce/membership/read-membership.ts";
import { beginTrial, type TrialDeps } from "../domain/commerce/membership/trial.ts";
import { createOrder } from "../domain/commerce/payments/create-order.ts";
import { listOwnOrders, listPlans } from "../domain/commerce/payments/own-orders.ts";
import { cancelOrder, checkOrder, payOrder, tellOrder } from "../domain/commerce/payments/pay-order.ts";
import type { PaymentDeps } from "../domain/commerce/payments/payment-deps.ts";
import { settleInSandbox, type SettleSandbox } from "../domain/commerce/payments/sandbox.ts";
import { changeSubscription } from "../domain/commerce/payments/subscriptions.ts";
import { redeemCode } from "../domain/commerce/codes/redeem-code.ts";
import type { CallContext, Handlers } from "./call-context.ts";

export type MembershipDeps = PaymentDeps & TrialDeps & { settleSandbox: SettleSandbox };

/** The calls of contract/commerce/membership.ts. */
export function createMembershipHandlers(deps: MembershipDeps): Pick<Handlers, keyof typeof membershipCalls> {
  const { db } = deps;
  return {
    "plan/list": (_input, { locale }) => listPlans(deps, { locale }),
    "membership/read": (_input, context) => readMembership(deps, asked(context)),
    "membership/trial": ({ plan }, context) => beginTrial(deps, { ...asked(context), plan }),
    "order/create": (input, context) => {
      const { user, locale, now } = asked(context);
      return createOrder(db, { ...input, uid: user.uid, locale, now });
    },
    "order/pay": (input, context) => payOrder(deps, { ...input, ...asked(context) }),
    "order/read": ({ number }, context) => tellOrder(deps, { number, ...asked(context) }),
    "order/check": ({ number }, context) => checkOrder(deps, { number, ...asked(context) }),
    "order/list": (input, context) => {
      const { user, locale } = asked(context);
      return listOwnOrders(db, { ...input, uid: user.uid, locale });
    },
    "order/cancel": ({ number }, context) => cancelOrder(deps, { number, ...asked(context) }),
    "voucher/redeem": async ({ code, order }, context) => {
      const by = asked(context);
      const redeemed = await redeemCode(db, { code, ...by });
      if (order !== undefined) await giveUp(deps, { number: order, ...by });
      return redeemed;
    },
    "subscription/cancel": (_input, context) => renew(deps, context, true),
    "subscription/resume": (_input, context) => renew(deps, context, false),
    "sandbox/settle": (input, context) => settleInSandbox(deps, { ...input, ...asked(context) }),
  };
}

/**
 * Cancels the order that a code replaced. The code counts in any case: an order that cannot be cancelled now expires by
 * itself.
 */
async function giveUp(deps: MembershipDeps, order: Parameters<typeof cancelOrder>[1]): Promise<void> {
  try {
    await cancelOrder(deps, order);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

function renew(deps: MembershipDeps, context: CallContext, cancel: boolean) {
  const { user, locale, now } = asked(context);
  return changeSubscription(deps, { uid: user.uid, cancel, locale, now });
}

/** The router already refuses callers without a session; this checks it again where it matters. */
function asked({ session, locale, now }: CallContext): { user: User } & Pick<CallContext, "locale" | "now"> {
  if (!session) throw new Failure("unauthorised");
  return { user: session.user, locale, now };
}
