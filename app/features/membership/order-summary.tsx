import { useTranslation } from "react-i18next";
import { Facts } from "../../ui/facts.tsx";
import type { OrderView } from "./view.ts";

/** The purchase: the plan, its duration, and the amount due now. */
export function OrderSummary({ order, taxAdded = false }: { order: OrderView; taxAdded?: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="rounded-xl bg-card p-4 shadow-card" aria-labelledby="summary">
      <h2 id="summary" className="text-sm font-semibold text-ink-soft">
        {t("pay.order")}
      </h2>
      <p className="own-words mt-1 text-lg font-bold">{order.plan}</p>
      <Facts
        className="mt-2"
        facts={[
          { label: t("pay.time"), value: order.time },
          { label: t("pay.number"), value: order.number },
        ]}
      />
      <OrderTotal order={order} />
      {taxAdded ? <p className="mt-1 text-sm text-ink-soft">{t("pay.taxAdded")}</p> : null}
      <p className="mt-1 text-xs text-ink-faint">
        {t(order.renews ? "membership.renews" : "membership.once")}
      </p>
    </section>
  );
}

/** The amount of an order, and how a coupon made it. */
export function OrderTotal({ order }: { order: Pick<OrderView, "price" | "coupon" | "tax"> }) {
  const { price, coupon, tax } = order;
  const { t } = useTranslation();
  return (
    <>
      {coupon ? (
        <dl className="mt-3 grid gap-1 text-sm text-ink-soft [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
          <div>
            <dt>{t("pay.before")}</dt>
            <dd>
              <bdi>{coupon.before}</bdi>
            </dd>
          </div>
          <div>
            <dt>
              {t("pay.coupon")} <bdi>{coupon.code}</bdi>
            </dt>
            <dd>
              <bdi>{coupon.off}</bdi>
            </dd>
          </div>
        </dl>
      ) : null}
      <p className="order-total">
        <span>{t("pay.total")}</span>
        <bdi>{tax?.total ?? price}</bdi>
      </p>
      {tax ? <p className="mt-1 text-sm text-ink-soft">{tax.text}</p> : null}
    </>
  );
}
