import { useTranslation } from "react-i18next";
import type { WebhookDelivery, WebhookEndpoint } from "../../../../contract/service/admin-webhooks.ts";
import { Chip } from "../../kit/page-head.tsx";

/** Whether messages are sent to an endpoint, and arrive. */
export function EndpointChip({ endpoint: { off, failingSince } }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation();
  if (off)
    return <Chip tone={off.why === "admin" ? undefined : "red"}>{t(`admin.webhookOff.${off.why}`)}</Chip>;
  if (failingSince) return <Chip tone="gold">{t("admin.webhook.failing")}</Chip>;
  return <Chip tone="good">{t("admin.webhook.on")}</Chip>;
}

const tones = { waiting: "gold", delivered: "good", failed: "red", cancelled: undefined } as const;

export function DeliveryChip({ state }: { state: WebhookDelivery["state"] }) {
  const { t } = useTranslation();
  return <Chip tone={tones[state]}>{t(`admin.deliveryState.${state}`)}</Chip>;
}
