import type { adminOrderCalls } from "../../contract/commerce/admin-orders.ts";
import type { adminPlanCalls } from "../../contract/commerce/admin-plans.ts";
import type { giftCalls } from "../../contract/commerce/gifts.ts";
import type { adminVipCalls, membershipCalls } from "../../contract/commerce/membership.ts";
import {
  createBatch,
  exportBatch,
  listBatches,
  revokeBatch,
  type VoucherDeps,
} from "../domain/commerce/codes/batches.ts";
import { readCodes, revokeCode } from "../domain/commerce/codes/one-code.ts";
import { redeemCode } from "../domain/commerce/codes/redeem-code.ts";
import { readGift } from "../domain/commerce/gifts/gift-row.ts";
import { changeVip } from "../domain/commerce/membership/change-vip.ts";
import { readMembership } from "../domain/commerce/membership/read-membership.ts";
import { beginTrial, type TrialDeps } from "../domain/commerce/membership/trial.ts";
import { adminOrder, checkAnyOrder, refundOrder } from "../domain/commerce/payments/admin-order.ts";
import { createPlan, deletePlan, listAdminPlans, savePlan } from "../domain/commerce/payments/admin-plans.ts";
import { createOrder } from "../domain/commerce/payments/create-order.ts";
import { exportOrders, findOrders } from "../domain/commerce/payments/find-orders.ts";
import { listOwnOrders, listPlans } from "../domain/commerce/payments/own-orders.ts";
import { cancelOrder, checkOrder, payOrder, tellOrder } from "../domain/commerce/payments/pay-order.ts";
import type { PaymentDeps } from "../domain/commerce/payments/payment-deps.ts";
import { readRevenue } from "../domain/commerce/payments/revenue.ts";
import { settleInSandbox, type SettleSandbox } from "../domain/commerce/payments/sandbox.ts";
import { changeSubscription } from "../domain/commerce/payments/subscriptions.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { User } from "../domain/kernel/user.ts";
import type { TaxWishes } from "../ports/payment.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import { byAdmin, byConfirmedAdmin, signedIn } from "./callers.ts";

export type CommerceDeps = PaymentDeps &
  TrialDeps &
  VoucherDeps & {
    settleSandbox: SettleSandbox;
    /** Refuses a user whose address is not proven, where the operator sells only to those who have. */
    requireAddress: (user: User) => Promise<void>;
    /** Mails can be sent to whom gifts are for. */
    giftMails: boolean;
    /** The operator's settings about taxes. */
    taxes: () => Promise<TaxWishes>;
  };
type Call = keyof (typeof membershipCalls &
  typeof giftCalls &
  typeof adminVipCalls &
  typeof adminPlanCalls &
  typeof adminOrderCalls);

/** Plans, orders, codes and the membership they pay for. */
export function createCommerceHandlers(deps: CommerceDeps): Pick<Handlers, Call> {
  const { db } = deps;
  const reading = (context: CallContext) => ({ ...byAdmin(context), locale: context.locale });
  return {
    "plan/list": async (_input, { locale }) => listPlans(deps, { locale, ...(await deps.taxes()) }),
    "membership/read": (_input, context) => readMembership(deps, asked(context)),
    "membership/trial": async ({ plan }, context) => {
      const by = asked(context);
      await deps.requireAddress(by.user);
      return beginTrial(deps, { ...by, plan });
    },
    "order/create": async (input, context) => {
      const { user, locale, now } = asked(context);
      await deps.requireAddress(user);
      return createOrder(deps, { ...input, user, locale, now });
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
    "gift/read": ({ number }, context) => readGift(deps, { number, uid: signedIn(context).user.uid }),
    "subscription/cancel": (_input, context) => renew(deps, context, true),
    "subscription/resume": (_input, context) => renew(deps, context, false),
    "sandbox/settle": (input, context) => settleInSandbox(deps, { ...input, ...asked(context) }),
    "z/plan/list": () => listAdminPlans(deps),
    "z/plan/create": (input, context) => createPlan(db, { ...input, ...byConfirmedAdmin(context) }),
    "z/plan/save": (input, context) => savePlan(db, { ...input, ...byConfirmedAdmin(context) }),
    "z/plan/delete": async (input, context) => {
      await deletePlan(db, { ...input, ...byConfirmedAdmin(context) });
      return {};
    },
    "z/code/list": (input) => listBatches(db, input),
    "z/code/create": (input, context) => createBatch(deps, { ...input, ...byAdmin(context) }),
    "z/code/export": ({ id }, context) => exportBatch(deps, { id, ...byAdmin(context) }),
    "z/code/revoke": (input, context) => revokeBatch(db, { ...input, ...byAdmin(context) }),
    "z/code/read": (input, context) => readCodes(deps, { ...input, ...byAdmin(context) }),
    "z/code/revoke-one": (input, context) => revokeCode(db, { ...input, ...byAdmin(context) }),
    "z/user/vip": (input, context) => changeVip(db, { ...input, ...byAdmin(context) }),
    "z/order/list": (input, { locale, now }) => findOrders(db, { ...input, locale, now }),
    "z/order/read": ({ number }, context) => adminOrder(db, { number, ...reading(context) }),
    "z/order/check": ({ number }, context) => checkAnyOrder(deps, { number, ...reading(context) }),
    "z/order/refund": (input, context) =>
      refundOrder(deps, { ...input, ...reading(context), ...byConfirmedAdmin(context) }),
    "z/order/export": (input, context) =>
      exportOrders(db, { ...input, ...reading(context), ...byConfirmedAdmin(context, input) }),
    "z/order/revenue": (input, { now }) => readRevenue(db, { ...input, now }),
  };
}

/** The order a code took the place of. The code counts in any case: what can't be given up now expires by itself. */
async function giveUp(deps: CommerceDeps, order: Parameters<typeof cancelOrder>[1]): Promise<void> {
  try {
    await cancelOrder(deps, order);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

function renew(deps: CommerceDeps, context: CallContext, cancel: boolean) {
  const { user, locale, now } = asked(context);
  return changeSubscription(deps, { uid: user.uid, cancel, locale, now });
}

function asked(context: CallContext): { user: User } & Pick<CallContext, "locale" | "now"> {
  const { locale, now } = context;
  return { user: signedIn(context).user, locale, now };
}
