import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { OrderChip } from "./order-chip.tsx";
import type { OrderLine } from "./view.ts";
import { Time } from "../kit/time.tsx";

/** The latest orders of one user. */
export function UserOrders({ uid, orders }: { uid: string; orders: OrderLine[] }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="orders">
      <h2 id="orders">{t("admin.section.orders")}</h2>
      {orders.length === 0 ? <p className="z-faint">{t("admin.order.none")}</p> : null}
      <ul className="z-events">
        {orders.map((order) => (
          <li key={order.number}>
            <span className="min-w-0 flex-1">
              <Link to={`/z/management/orders/${order.number}`} className="z-link">
                <bdi>{order.number}</bdi>
              </Link>
              <span className="z-faint block" dir="auto">
                {order.plan} · <bdi>{order.price}</bdi> · <Time at={order.date} />
              </span>
            </span>
            <OrderChip order={order} />
          </li>
        ))}
      </ul>
      {orders.length > 0 ? (
        <p className="mt-2">
          <Link to={`/z/management/orders?uid=${uid}`} className="z-link text-sm">
            {t("admin.order.all")}
          </Link>
        </p>
      ) : null}
    </section>
  );
}
