import { Form, Link, useSubmit } from "@remix-run/react";
import { ChevronRight, Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../ui/confirm-dialog.tsx";
import { ConfirmStep } from "../../ui/confirm-step.tsx";
import { Flash } from "../../ui/flash.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLinks } from "../../ui/text-links.tsx";
import { CodeForm } from "./code-form.tsx";
import { GiftForm } from "./gift-form.tsx";
import { GivesList } from "./gives-list.tsx";
import { HostStore } from "./host-store.tsx";
import { OrderBadge, OrderList } from "./order-list.tsx";
import { PlanCard } from "./plan-card.tsx";
import { StandingCard } from "./standing-card.tsx";
import type { HostShop } from "./use-host-store.ts";
import type { OrderLine, PlanView, Refused, Standing, SubscriptionView } from "./view.ts";

export type MembershipPageProps = {
  plans: PlanView[];
  /** Taxes are added to the prices where the user pays. */
  taxAdded: boolean;
  /** Gifts can be mailed. */
  giftMails: boolean;
  currencies: string[];
  currency: string | null;
  /** The plan that is bought for another user. */
  gift: PlanView | null;
  /** The coupon that the prices are shown with. */
  coupon: string | null;
  standing: Standing;
  subscription: SubscriptionView | null;
  /** An order that waits for payment. */
  waiting: OrderLine | null;
  orders: OrderLine[];
  next: string | null;
  /** The page to continue with after paying. */
  to: string | null;
  asksCancel: boolean;
  done: "trial" | "cancel" | "resume" | null;
  refused: Refused | undefined;
  /** Has an account. */
  member: boolean;
  /** VIP members may download. */
  offline: boolean;
  busy: boolean;
  store: HostShop | null;
  onBought: () => void;
};

/** What VIP is, the state of the user's membership, prices, and the field for a code. */
export function MembershipPage(props: MembershipPageProps) {
  const { t } = useTranslation();
  const { plans, standing, subscription, waiting, orders, next, to, refused, member, busy, store } = props;
  const fieldless = refused && Object.keys(refused.fields).length === 0;
  return (
    <main id="content" className="membership">
      {props.done ? <Done done={props.done} until={subscription?.until} /> : null}
      <StandingCard standing={standing} />
      {fieldless ? <Flash tone="error" text={refused.message} /> : null}
      {props.asksCancel && subscription ? (
        <ConfirmStep
          text={t("membership.cancelAsk", { date: subscription.until })}
          cancelTo="/page/membership"
          action="/page/membership"
          hidden={[["intent", "cancel"]]}
        />
      ) : null}
      {subscription ? <SubscriptionPanel subscription={subscription} busy={busy} /> : null}
      {waiting ? <Waiting order={waiting} to={to} /> : null}
      {store ? (
        <HostStore buy={store.buy} onDone={props.onBought} />
      ) : props.gift ? (
        <GiftForm plan={props.gift} mails={props.giftMails} refused={refused} busy={busy} />
      ) : (
        <Plans {...props} alone={plans.length === 1} />
      )}
      {store ? null : (
        <CodeForm to={to} typed={refused?.code ?? ""} error={refused?.fields.code} busy={busy} />
      )}
      {member ? null : (
        <p className="vip-hint">
          <Info aria-hidden="true" className="mt-px size-4.5 shrink-0" />
          <span>
            {t("membership.guest")}{" "}
            <Link
              to={`/page/login?${new URLSearchParams({ mode: "sign-up", to: here(to) })}`}
              className="font-semibold underline underline-offset-4"
            >
              {t("login.signUp")}
            </Link>
          </span>
        </p>
      )}
      <GivesList offline={props.offline} />
      <OrderList orders={orders} next={next} />
      <TextLinks className="mt-2" />
    </main>
  );
}

const here = (to: string | null) => `/page/membership${to ? `?${new URLSearchParams({ to })}` : ""}`;

function Plans(props: MembershipPageProps & { alone: boolean }) {
  const { t } = useTranslation();
  const { plans, standing, to, member, alone, busy, coupon } = props;
  if (plans.length === 0) {
    return (
      <section className="rounded-xl bg-card p-5 text-center shadow-card" aria-labelledby="plans">
        <h2 id="plans" className="text-lg font-bold">
          {t("membership.emptyTitle")}
        </h2>
        <p className="mt-1 text-ink-soft">{t("membership.emptyText")}</p>
      </section>
    );
  }
  return (
    <section aria-labelledby="plans">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="plans" className="text-lg font-bold">
          {t("membership.plans")}
        </h2>
        {props.currencies.length > 1 ? <Currencies {...props} /> : null}
      </div>
      {coupon ? <Lowered coupon={coupon} to={to} /> : null}
      {standing.kind === "active" || standing.kind === "grace" ? (
        <p className="text-sm text-ink-soft">
          {t(plans.some(({ tier }) => tier > 1) ? "membership.tierAdds" : "membership.adds")}
        </p>
      ) : null}
      {props.taxAdded ? <p className="text-sm text-ink-soft">{t("pay.taxAdded")}</p> : null}
      <ul className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} to={to} member={member} alone={alone} busy={busy} />
        ))}
      </ul>
    </section>
  );
}

/** The coupon that the prices are shown with, and the way back. */
function Lowered({ coupon, to }: { coupon: string; to: string | null }) {
  const { t } = useTranslation();
  return (
    <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4 rounded-xl bg-gold-tint px-4 py-1 text-gold">
      <span className="font-semibold" role="status">
        {t("membership.couponOn", { code: coupon })}
      </span>
      <Link to={here(to)} preventScrollReset className="button text-sm underline-offset-4 hover:underline">
        {t("membership.couponOff")}
      </Link>
    </p>
  );
}

/** Prices in another currency: a choice applies at once with scripts, and by its button without. */
function Currencies(props: Pick<MembershipPageProps, "currencies" | "currency" | "coupon" | "to">) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const { currencies, currency, coupon, to } = props;
  return (
    <Form method="get" action="/page/membership" className="vip-currencies" preventScrollReset replace>
      {coupon ? <input type="hidden" name="coupon" value={coupon} /> : null}
      {to ? <input type="hidden" name="to" value={to} /> : null}
      <select
        name="currency"
        aria-label={t("membership.currency")}
        key={currency}
        defaultValue={currency ?? undefined}
        onChange={({ currentTarget: { form } }) =>
          form && submit(form, { replace: true, preventScrollReset: true })
        }
      >
        {currencies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="button button-quiet">
          {t("myList.apply")}
        </button>
      </noscript>
    </Form>
  );
}

/** An unfinished order, perhaps from another device. */
function Waiting({ order, to }: { order: OrderLine; to: string | null }) {
  const { t } = useTranslation();
  return (
    <Link
      to={`/page/pay?${new URLSearchParams({ order: order.number, ...(to ? { to } : {}) })}`}
      className="vip-waiting"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t("membership.waiting")}</span>
        <span className="own-words block text-sm text-ink-soft">
          {order.plan} · <bdi>{order.price}</bdi>
        </span>
      </span>
      <OrderBadge order={order} />
      <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
    </Link>
  );
}

/** The charge that renews by itself, and how to cancel it. */
function SubscriptionPanel({ subscription, busy }: { subscription: SubscriptionView; busy: boolean }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const submit = useSubmit();
  const { text, until, cancelled } = subscription;
  return (
    <section className="vip-subscription" aria-labelledby="subscription">
      <div className="min-w-0 flex-1">
        <h2 id="subscription" className="text-sm font-semibold text-ink-soft">
          {t("membership.subscription")}
        </h2>
        <p className="own-words font-semibold">{text}</p>
      </div>
      {cancelled ? (
        <Form method="post" action="/page/membership">
          <input type="hidden" name="intent" value="resume" />
          <button type="submit" className="button button-quiet" aria-busy={busy}>
            {t("membership.resume")}
          </button>
        </Form>
      ) : (
        <Link
          to="/page/membership?view=cancel"
          className="button button-quiet"
          onClick={(event) => {
            event.preventDefault();
            confirm({
              description: t("membership.cancelAsk", { date: until }),
              onOk: () => submit({ intent: "cancel" }, { method: "post", action: "/page/membership" }),
            });
          }}
        >
          {t("membership.cancel")}
        </Link>
      )}
    </section>
  );
}

function Done({ done, until }: { done: "trial" | "cancel" | "resume"; until: string | undefined }) {
  const { t } = useTranslation();
  const text =
    done === "trial"
      ? t("membership.trialDone")
      : done === "resume"
        ? t("membership.resumed")
        : t("membership.cancelled", { date: until ?? "" });
  return <Notice text={text} closeLabel={t("myList.close")} />;
}
