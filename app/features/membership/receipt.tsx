import { Link } from "@remix-run/react";
import { Printer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Facts } from "../../ui/facts.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { Wordmark } from "../../ui/wordmark.tsx";
import { GiftCode } from "./gift-paid.tsx";
import { OrderBadge } from "./order-list.tsx";
import { OrderTotal } from "./order-summary.tsx";
import type { GiftView, OrderView } from "./view.ts";

/** The receipt of a paid order: a page to print. */
export function Receipt({
  order,
  gift,
  buyer,
  seller,
}: {
  order: OrderView;
  gift: GiftView | null;
  buyer: string;
  /** The seller's contact; null = none is configured. */
  seller: string | null;
}) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  return (
    <>
      <article className="receipt" aria-labelledby="receipt-title">
        <header className="flex items-start justify-between gap-4">
          <div>
            <h1 id="receipt-title" className="text-2xl font-extrabold tracking-tight">
              {t("pay.receipt")}
            </h1>
            <p className="mt-1">
              <OrderBadge order={order} />
            </p>
          </div>
          <Wordmark className="h-6 w-auto" />
        </header>
        <Facts
          className="mt-6 gap-2.5!"
          facts={[
            { label: t("pay.number"), value: order.number },
            ...(order.invoice ? [{ label: t("pay.invoice"), value: order.invoice }] : []),
            { label: t("pay.date"), value: order.date },
            { label: t("pay.seller"), value: seller ? `${t("app.name")} · ${seller}` : t("app.name") },
            { label: t("pay.buyer"), value: buyer },
            { label: t("pay.order"), value: order.plan },
            { label: t("pay.time"), value: order.time },
            ...(order.paidBy ? [{ label: t("pay.paidBy"), value: order.paidBy }] : []),
          ]}
        />
        <OrderTotal order={order} />
        {order.part ? <AfterRefunds part={order.part} /> : null}
        {order.state === "refunded" && !order.takenBack ? (
          <p className="mt-2 text-sm text-ink-soft">{t("pay.refundedText", { price: order.price })}</p>
        ) : null}
        {gift ? <GiftCode gift={gift} /> : null}
        {order.notes.map((note, place) => (
          <p key={place} className="mt-2 text-sm text-ink-soft">
            {note}
          </p>
        ))}
      </article>
      <div className="mt-5 flex flex-wrap justify-center gap-2.5 print:hidden">
        <Link to={`/page/pay?order=${order.number}`} className="button button-quiet">
          {t("pay.back")}
        </Link>
        {hydrated ? (
          <button type="button" className="button button-primary" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4.5" />
            {t("text.print")}
          </button>
        ) : null}
      </div>
    </>
  );
}

/** What of the total was refunded, and what is left of it. */
function AfterRefunds({ part }: { part: NonNullable<OrderView["part"]> }) {
  const { t } = useTranslation();
  return (
    <dl className="mt-1 grid gap-1 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
      <div className="text-sm text-ink-soft">
        <dt>{t("orderState.refunded")}</dt>
        <dd>
          <bdi>{part.refunded}</bdi>
        </dd>
      </div>
      <div className="font-bold">
        <dt>{t("pay.afterRefunds")}</dt>
        <dd>
          <bdi>{part.left}</bdi>
        </dd>
      </div>
    </dl>
  );
}
