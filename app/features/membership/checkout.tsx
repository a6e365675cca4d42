import { useTranslation } from "react-i18next";
import type { PaymentMethod } from "../../../contract/commerce/payment-models.ts";
import { Flash } from "../../ui/flash.tsx";
import { CouponForm } from "./coupon-form.tsx";
import { GiftPaid } from "./gift-paid.tsx";
import { GoToPayment } from "./go-to-payment.tsx";
import { MethodForm } from "./method-form.tsx";
import { Ended, Paid, Pending, Refunded, type Renewal } from "./order-states.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { Receipt } from "./receipt.tsx";
import { TestPayment } from "./test-payment.tsx";
import type { GiftView, OrderView, Refused } from "./view.ts";

export type CheckoutProps = {
  order: OrderView;
  /** What the order gives to another user, once it is paid. */
  gift: GiftView | null;
  /** The provider did not answer. */
  unreachable: boolean;
  view: "order" | "receipt" | "test";
  /** URL of the provider's page, if that is the next step. */
  away: string | null;
  methods: PaymentMethod[];
  /** The provider adds taxes to the price. */
  taxAdded: boolean;
  renewal: Renewal | null;
  /** The page to continue with after paying. */
  to: string | null;
  refused: Refused | undefined;
  busy: boolean;
  guest: boolean;
  vip: boolean;
  buyer: string;
  seller: string | null;
};

/** An order in any state. */
export function Checkout(props: CheckoutProps) {
  const { order, view, away, to } = props;
  if (view === "receipt") {
    return (
      <main id="content" className="checkout max-w-2xl!">
        <Receipt order={order} gift={props.gift} buyer={props.buyer} seller={props.seller} />
      </main>
    );
  }
  return (
    <main id="content" className="checkout">
      {view === "test" ? (
        <TestPayment order={order} to={to} busy={props.busy} />
      ) : away ? (
        <GoToPayment page={away} />
      ) : (
        <Standing {...props} />
      )}
    </main>
  );
}

function Standing(props: CheckoutProps) {
  const { t } = useTranslation();
  const { order, to, refused, busy } = props;
  switch (order.state) {
    case "open":
    case "failed":
      return (
        <>
          <h1 className="text-2xl font-extrabold tracking-tight">{t("pay.title")}</h1>
          {order.state === "failed" && !refused ? (
            <Flash tone="error" text={t(`pay.problem.${order.problem ?? "other"}`)} />
          ) : null}
          <OrderSummary order={order} taxAdded={props.taxAdded} />
          <CouponForm order={order} to={to} refused={refused} busy={busy} />
          <MethodForm
            order={order}
            methods={props.methods}
            to={to}
            refused={refused?.coupon === undefined ? refused : undefined}
            busy={busy}
          />
        </>
      );
    case "pending":
      return (
        <>
          {refused ? <Flash tone="error" text={refused.message} /> : null}
          <Pending order={order} to={to} unreachable={props.unreachable} busy={busy} />
          <OrderSummary order={order} />
        </>
      );
    case "paid":
      if (props.gift) return <GiftPaid order={order} gift={props.gift} />;
      return <Paid order={order} to={to} guest={props.guest} vip={props.vip} />;
    case "refunded":
      return <Refunded order={order} />;
    case "expired":
    case "cancelled":
      return (
        <>
          {refused ? <Flash tone="error" text={refused.message} /> : null}
          <Ended order={order} to={to} renewal={props.renewal} />
        </>
      );
  }
}
