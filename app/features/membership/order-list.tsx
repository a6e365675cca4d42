import { Link } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OrderState } from "../../../contract/commerce/payment-models.ts";
import type { OrderLine } from "./view.ts";

const tones: Record<OrderState, string> = {
  open: "badge-outline",
  pending: "badge-outline",
  paid: "badge-vip",
  failed: "badge-failed",
  expired: "badge-quiet",
  cancelled: "badge-quiet",
  refunded: "badge-quiet",
};

/** State of an order, in a word. */
export function OrderBadge({ order: { state, part } }: { order: Pick<OrderLine, "state" | "part"> }) {
  const { t } = useTranslation();
  return <span className={`badge ${tones[state]}`}>{t(`orderState.${part ? "partRefunded" : state}`)}</span>;
}

/** The user's purchases, latest first, each a link to its order. */
export function OrderList({ orders, next }: { orders: OrderLine[]; next: string | null }) {
  const { t } = useTranslation();
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="text-lg font-bold">
        {t("membership.orders")}
      </h2>
      <ul className="mt-3 divide-y divide-line overflow-hidden rounded-xl bg-card shadow-card">
        {orders.map((order) => (
          <li key={order.number}>
            <Link
              to={`/page/pay?order=${order.number}`}
              className="flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-mist"
            >
              <span className="min-w-0 flex-1">
                <span className="own-words line-clamp-1 font-medium">{order.plan}</span>
                <span className="mt-0.5 block text-sm text-ink-soft">
                  {order.date} · <bdi>{order.price}</bdi>
                </span>
                {order.part ? <span className="block text-sm text-ink-soft">{order.part.text}</span> : null}
              </span>
              <OrderBadge order={order} />
              <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
      {next ? (
        <p className="mt-3 text-center">
          <Link to={`/page/membership?cursor=${next}#orders`} className="button button-quiet">
            {t("list.more")}
          </Link>
        </p>
      ) : null}
    </section>
  );
}
