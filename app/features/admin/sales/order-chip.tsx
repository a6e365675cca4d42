import { useTranslation } from "react-i18next";
import type { OrderState } from "../../../../contract/payment-models.ts";
import { Chip } from "../page-head.tsx";

const tones = {
  open: undefined,
  pending: "gold",
  failed: "red",
  paid: "good",
  expired: undefined,
  cancelled: undefined,
  refunded: "ink",
} as const satisfies Record<OrderState, string | undefined>;

/** Where an order stands. */
export function OrderChip({ state }: { state: OrderState }) {
  const { t } = useTranslation();
  return <Chip tone={tones[state]}>{t(`admin.orderState.${state}`)}</Chip>;
}
