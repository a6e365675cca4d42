import { Form, Link } from "@remix-run/react";
import { Check } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { levelOfTier } from "../../../contract/catalogue/values.ts";
import { useTierInWords } from "../../ui/access-badge.tsx";
import type { PlanView } from "./view.ts";

/** One plan: its price, its duration, its benefits, and its one button. */
export function PlanCard({
  plan,
  to,
  member,
  alone,
  busy,
}: {
  plan: PlanView;
  to: string | null;
  /** Has an account, which a trial needs. */
  member: boolean;
  /** No other plan is available. */
  alone: boolean;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  const tier = useTierInWords(levelOfTier(plan.tier));
  return (
    <li className="plan" data-best={plan.best || undefined}>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="own-words text-lg font-bold">
          {plan.name}
        </h3>
        <span className="flex flex-wrap gap-2">
          {tier === null ? null : <span className="badge badge-vip">{tier}</span>}
          {plan.best ? <span className="badge badge-vip">{t("membership.best")}</span> : null}
        </span>
      </div>
      <Price plan={plan} />
      <p className="plan-month">
        {plan.aMonth ? <span>{t("membership.aMonth", { price: plan.aMonth })}</span> : null}
        {plan.saving ? (
          <span className="plan-saving">{t("membership.save", { percent: plan.saving })}</span>
        ) : null}
      </p>
      <ul className="plan-benefits">
        {plan.benefits.map((benefit) => (
          <li key={benefit}>
            <Check aria-hidden="true" strokeWidth={2.5} />
            <span className="own-words">{benefit}</span>
          </li>
        ))}
        <li>
          <Check aria-hidden="true" strokeWidth={2.5} />
          {t(plan.renews ? "membership.renews" : "membership.once")}
        </li>
      </ul>
      <div className="mt-auto pt-3">
        {plan.trial ? <Trial plan={plan} time={plan.trial} to={to} member={member} busy={busy} /> : null}
        <Form method="post" className="pt-1">
          <input type="hidden" name="intent" value="buy" />
          <input type="hidden" name="plan" value={plan.id} />
          <input type="hidden" name="key" value={plan.key} />
          <input type="hidden" name="currency" value={plan.currency} />
          <input type="hidden" name="amount" value={plan.amount} />
          {plan.coupon ? <input type="hidden" name="coupon" value={plan.coupon.code} /> : null}
          {to ? <input type="hidden" name="to" value={to} /> : null}
          <button
            type="submit"
            aria-busy={busy}
            className={`button min-h-12 w-full ${plan.best || alone ? "button-primary" : "plan-button"}`}
          >
            {t("membership.get", { plan: plan.name })}
          </button>
        </Form>
        <Link to={giftUrl(plan)} preventScrollReset className="button mt-1 w-full text-sm text-ink-soft">
          {t("gift.give")}
        </Link>
      </div>
    </li>
  );
}

/** The price, and what it is without a coupon. */
function Price({ plan }: { plan: PlanView }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        {plan.coupon ? (
          <s className="text-ink-soft">
            <span className="sr-only">{t("membership.priceBefore")}: </span>
            <bdi>{plan.coupon.before}</bdi>
          </s>
        ) : null}
        <span className="plan-price">
          <bdi>{plan.price}</bdi>
        </span>
        <span className="text-ink-soft">{plan.time}</span>
      </p>
      {plan.coupon && plan.renews ? (
        <p className="text-sm text-ink-soft">{t("membership.couponFirst", { price: plan.coupon.before })}</p>
      ) : null}
    </>
  );
}

function giftUrl({ id, currency, coupon }: PlanView): string {
  const query = { gift: id, currency, ...(coupon && { coupon: coupon.code }) };
  return `/page/membership?${new URLSearchParams(query)}#plans`;
}

type TrialProps = { plan: PlanView; time: string; to: string | null; member: boolean; busy: boolean };

/** VIP for some days without paying, once per user: a guest makes an account first. */
function Trial({ plan, time, to, member, busy }: TrialProps) {
  const { t } = useTranslation();
  const words = t("membership.tryIt", { time });
  if (!member) {
    const back = `/page/membership${to ? `?${new URLSearchParams({ to })}` : ""}`;
    return (
      <Link
        to={`/page/login?${new URLSearchParams({ mode: "sign-up", to: back })}`}
        className="button plan-trial"
      >
        {words}
      </Link>
    );
  }
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="trial" />
      <input type="hidden" name="plan" value={plan.id} />
      {to ? <input type="hidden" name="to" value={to} /> : null}
      <button type="submit" aria-busy={busy} className="button plan-trial">
        {words}
      </button>
    </Form>
  );
}
