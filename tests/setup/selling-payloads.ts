import type { adminPlanCalls } from "../../contract/commerce/admin-plans.ts";
import type { adminCouponCalls } from "../../contract/commerce/coupons.ts";

/** Of the calls about what is sold: plans, codes and coupons. */
export const sellingPayloads: Record<
  keyof (typeof adminPlanCalls & typeof adminCouponCalls),
  Record<string, unknown>
> = {
  "z/plan/list": {},
  "z/plan/create": {
    key: "0f8fad5b-d9cb-469f-a165-70867728950e",
    id: "a-plan",
    texts: { en: { name: "A month", benefits: ["Every film"] } },
    duration: { unit: "month", count: 1 },
    ...{ trialDays: 7, renews: false, prices: [{ amount: 499, currency: "USD" }] },
    ...{ onSale: false, position: 1, reason: "new" },
  },
  "z/plan/save": { id: "no-plan", revision: 0, onSale: false, reason: "old" },
  "z/plan/delete": { id: "no-plan", revision: 0, reason: "old" },
  "z/code/list": { limit: 2 },
  "z/code/create": {
    ...{ key: "0f8fad5b-d9cb-469f-a165-70867728950e", name: "Spring" },
    duration: { unit: "day", count: 30 },
    ...{ codes: 2, uses: 1, expiresAt: null, reason: "a fair" },
  },
  "z/code/export": { id: "1f8fad5b-d9cb-469f-a165-70867728950e" },
  "z/code/read": { id: "1f8fad5b-d9cb-469f-a165-70867728950e", limit: 2 },
  "z/code/revoke-one": { code: "AAAAA-AAAAA-AAAAA-AAAAA", reason: "leaked" },
  "z/code/revoke": { id: "1f8fad5b-d9cb-469f-a165-70867728950e", revision: 0, reason: "leaked" },

  "z/coupon/list": { limit: 2, q: "spring" },
  "z/coupon/create": {
    ...{ key: "0f8fad5b-d9cb-469f-a165-70867728950e", code: "SPRING-25", name: "Spring" },
    value: { kind: "percent", percent: 25 },
    ...{ startsAt: null, endsAt: null, uses: 10, oncePerAccount: true, firstOnly: false, reason: "a fair" },
  },
  "z/coupon/end": { id: "1f8fad5b-d9cb-469f-a165-70867728950e", revision: 0, reason: "leaked" },
};
