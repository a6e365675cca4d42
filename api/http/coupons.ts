import type { adminCouponCalls, couponCalls } from "../../contract/commerce/coupons.ts";
import { createCoupon, endCoupon, listCoupons } from "../domain/commerce/coupons/admin-coupons.ts";
import { changeCoupon } from "../domain/commerce/coupons/change-coupon.ts";
import { readCouponPrices } from "../domain/commerce/coupons/read-coupon.ts";
import type { PaymentDeps } from "../domain/commerce/payments/payment-deps.ts";
import type { Handlers } from "./call-context.ts";
import { byAdmin, byConfirmedAdmin, signedIn } from "./callers.ts";

/** Coupons, for buyers and for admins. */
export function createCouponHandlers(
  deps: PaymentDeps,
): Pick<Handlers, keyof (typeof couponCalls & typeof adminCouponCalls)> {
  const { db } = deps;
  return {
    "coupon/read": ({ code }, { session, now }) =>
      readCouponPrices(db, { code, user: session?.user ?? null, now }),
    "order/coupon": (input, context) => {
      const { locale, now } = context;
      return changeCoupon(deps, { ...input, user: signedIn(context).user, locale, now });
    },
    "z/coupon/list": (input) => listCoupons(db, input),
    "z/coupon/create": (input, context) => createCoupon(db, { ...input, ...byConfirmedAdmin(context) }),
    "z/coupon/end": (input, context) => endCoupon(db, { ...input, ...byAdmin(context) }),
  };
}
