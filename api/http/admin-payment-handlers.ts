import type { adminPaymentCalls } from "../../contract/commerce/admin-payments.ts";
import { adminOrder, checkAnyOrder, refundOrder } from "../domain/commerce/payments/admin-order.ts";
import { createPlan, deletePlan, listAdminPlans, savePlan } from "../domain/commerce/payments/admin-plans.ts";
import { exportOrders, findOrders } from "../domain/commerce/payments/find-orders.ts";
import type { PaymentDeps } from "../domain/commerce/payments/payment-deps.ts";
import { readRevenue } from "../domain/commerce/payments/revenue.ts";
import {
  createBatch,
  exportBatch,
  listBatches,
  revokeBatch,
  type VoucherDeps,
} from "../domain/commerce/codes/batches.ts";
import { adminOf } from "./admin-of.ts";
import type { CallContext, Handlers } from "./call-context.ts";

export type AdminPaymentDeps = PaymentDeps & VoucherDeps;

/** Plans, codes and orders in the admin area: contract/commerce/admin-payments.ts. */
export function createAdminPaymentHandlers(
  deps: AdminPaymentDeps,
): Pick<Handlers, keyof typeof adminPaymentCalls> {
  const { db } = deps;
  const by = (context: CallContext) => ({ admin: adminOf(context), now: context.now });
  const reading = (context: CallContext) => ({ ...by(context), locale: context.locale });
  return {
    "z/plan/list": () => listAdminPlans(deps),
    "z/plan/create": (input, context) => createPlan(db, { ...input, ...by(context) }),
    "z/plan/save": (input, context) => savePlan(db, { ...input, ...by(context) }),
    "z/plan/delete": async (input, context) => {
      await deletePlan(db, { ...input, ...by(context) });
      return {};
    },
    "z/code/list": (input) => listBatches(db, input),
    "z/code/create": (input, context) => createBatch(deps, { ...input, ...by(context) }),
    "z/code/export": ({ id }, context) => exportBatch(deps, { id, ...by(context) }),
    "z/code/revoke": (input, context) => revokeBatch(db, { ...input, ...by(context) }),
    "z/order/list": (input, { locale, now }) => findOrders(db, { ...input, locale, now }),
    "z/order/read": ({ number }, context) => adminOrder(db, { number, ...reading(context) }),
    "z/order/check": ({ number }, context) => checkAnyOrder(deps, { number, ...reading(context) }),
    "z/order/refund": (input, context) => refundOrder(deps, { ...input, ...reading(context) }),
    "z/order/export": (input, context) => exportOrders(db, { ...input, ...reading(context) }),
    "z/order/revenue": (input, { now }) => readRevenue(db, { ...input, now }),
  };
}
