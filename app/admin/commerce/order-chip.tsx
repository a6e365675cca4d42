import { useTranslation } from "react-i18next";
import type { DisputeState, OrderState } from "../../../contract/commerce/payment-models.ts";
import { Chip } from "../kit/page-head.tsx";

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

/** The state of an order and of its dispute. */
export function OrderChip({ state, dispute }: { state: OrderState; dispute: DisputeState | null }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Chip tone={tones[state]}>{t(`admin.orderState.${state}`)}</Chip>
      {dispute ? <DisputeChip state={dispute} /> : null}
    </span>
  );
}

/** The state of a payer's dispute with the bank. */
export function DisputeChip({ state }: { state: DisputeState }) {
  const { t } = useTranslation();
  return <Chip tone={disputeTones[state]}>{t(`admin.disputeState.${state}`)}</Chip>;
}
