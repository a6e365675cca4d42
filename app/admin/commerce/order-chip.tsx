import { useTranslation } from "react-i18next";
import type { DisputeState, OrderState } from "../../../contract/commerce/payment-models.ts";
import { Chip } from "../kit/page-head.tsx";
import type { OrderLine } from "./view.ts";

const tones = {
  open: undefined,
  pending: "gold",
  failed: "red",
  paid: "good",
  expired: undefined,
  cancelled: undefined,
  refunded: "ink",
} as const satisfies Record<OrderState, string | undefined>;

const disputeTones = {
  open: "red",
  lost: "ink",
  won: undefined,
} as const satisfies Record<DisputeState, string | undefined>;

/** The state of an order, of its refunds and of its dispute. */
export function OrderChip({
  order: { state, partly, dispute },
}: {
  order: Pick<OrderLine, "state" | "partly" | "dispute">;
}) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Chip tone={partly ? "gold" : tones[state]}>
        {t(partly ? "admin.order.partRefunded" : `admin.orderState.${state}`)}
      </Chip>
      {dispute ? <DisputeChip state={dispute} /> : null}
    </span>
  );
}

/** The state of a payer's dispute with the bank. */
export function DisputeChip({ state }: { state: DisputeState }) {
  const { t } = useTranslation();
  return <Chip tone={disputeTones[state]}>{t(`admin.disputeState.${state}`)}</Chip>;
}
