import { useTranslation } from "react-i18next";
import { Facts } from "../../ui/facts.tsx";
import type { OrderView } from "./view.ts";

/** The purchase: the plan, its duration, and the amount due now. */
export function OrderSummary({ order }: { order: OrderView }) {
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
      <p className="order-total">
        <span>{t("pay.total")}</span>
        <bdi>{order.price}</bdi>
      </p>
      <p className="mt-1 text-xs text-ink-faint">
        {t(order.renews ? "membership.renews" : "membership.once")}
      </p>
    </section>
  );
}
