import { formatMoney } from "../../../contract/commerce/currencies.ts";
import type { AdminPlan, Coupon } from "../../../contract/index.ts";
import { writers } from "../kit/format.ts";
import type { Reader } from "./presenter.server.ts";
import type { CouponLine } from "./view.ts";

/** A coupon as its list shows it. */
export function couponLine(
  coupon: Coupon,
  { plans, now, ...reader }: Reader & { plans: readonly AdminPlan[]; now: Date },
): CouponLine {
  const { t, locale, zone } = reader;
  const write = writers(locale, zone);
  const { id, code, name, value, uses, used, held, revision, actor } = coupon;
  const nameOf = (plan: string) => {
    const texts = plans.find((one) => one.id === plan)?.texts;
    return (texts?.[locale] ?? texts?.en)?.name ?? plan;
  };
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  return {
    id,
    code,
    name,
    revision,
    off:
      value.kind === "percent"
        ? percent.format(value.percent / 100)
        : value.amounts.map((one) => formatMoney(one, locale)).join(" · "),
    plans: coupon.plans ? coupon.plans.map(nameOf).join(", ") : t("admin.coupon.everyPlan"),
    rules: [
      ...(coupon.oncePerAccount ? [t("admin.coupon.once")] : []),
      ...(coupon.firstOnly ? [t("admin.coupon.first")] : []),
    ],
    used: uses === null ? write.number(used) : `${write.number(used)} / ${write.number(uses)}`,
    held: held > 0 ? write.number(held) : null,
    revenue: coupon.revenue
      .map(({ currency, paid, refunded }) => formatMoney({ currency, amount: paid - refunded }, locale))
      .join(" · "),
    starts: coupon.startsAt ? write.day(coupon.startsAt) : null,
    until: coupon.endsAt ? write.day(coupon.endsAt) : null,
    made: write.day(coupon.createdAt),
    by: actor.name,
    state: stateOf(coupon, now),
  };
}

function stateOf({ startsAt, endsAt, endedAt, uses, used }: Coupon, now: Date): CouponLine["state"] {
  if (endedAt !== null || (endsAt !== null && new Date(endsAt) <= now)) return "over";
  if (uses !== null && used >= uses) return "used";
  return startsAt !== null && new Date(startsAt) > now ? "planned" : "valid";
}
