import { Form, Link } from "@remix-run/react";
import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WebhookDelivery } from "../../../../contract/service/admin-webhooks.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { useWriters } from "../../kit/format.ts";
import { Time } from "../../kit/time.tsx";
import { DeliveryChip } from "./endpoint-chip.tsx";

/** What was sent, and what became of it. */
export function DeliveryTable({
  deliveries,
  filtered,
  ofOne = false,
}: {
  deliveries: WebhookDelivery[];
  filtered: boolean;
  /** All are of the page's endpoint. */
  ofOne?: boolean;
}) {
  const { t } = useTranslation();
  const write = useWriters();
  const columns: Column<WebhookDelivery>[] = [
    {
      id: "type",
      label: t("admin.webhook.event"),
      lead: true,
      cell: ({ id, type, at }) => (
        <span className="min-w-0">
          <Link to={`/z/page/webhook/message/${id}`} className="z-link z-strong block">
            <bdi dir="ltr" className="font-mono text-sm">
              {type}
            </bdi>
          </Link>
          <span className="z-faint block">
            <Time at={at} />
          </span>
        </span>
      ),
    },
    {
      id: "endpoint",
      label: t("admin.webhook.endpoint"),
      cell: ({ endpoint }) => (
        <Link to={`/z/page/webhook/${endpoint.id}`} className="z-link">
          <bdi>{endpoint.name}</bdi>
        </Link>
      ),
    },
    {
      id: "state",
      label: t("admin.user.status"),
      cell: ({ state }) => <DeliveryChip state={state} />,
    },
    {
      id: "tries",
      label: t("admin.webhook.tries"),
      figures: true,
      cell: ({ tries }) => write.number(tries),
    },
    {
      id: "last",
      label: t("admin.webhook.result"),
      full: true,
      cell: (delivery) => <LastTry delivery={delivery} />,
    },
    {
      id: "actions",
      label: t("admin.job.actions"),
      full: true,
      cell: (delivery) => <RedeliverForm delivery={delivery} />,
    },
  ];
  return (
    <DataTable
      caption={t("admin.webhook.log")}
      columns={ofOne ? columns.filter(({ id }) => id !== "endpoint") : columns}
      rows={deliveries}
      rowKey={({ id }) => id}
      empty={t(filtered ? "admin.list.noMatch" : "admin.webhook.noMessages")}
    />
  );
}

/** The last try in words: the status or what kept it from one, and when the next one is. */
export function LastTry({ delivery: { last, nextAt, state } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const write = useWriters();
  if (!last) return "–";
  const { status, ms, problem } = last;
  return (
    <span className="block min-w-0">
      {status === null ? null : (
        <span className="block">
          {t("admin.webhook.answered", { status, time: write.seconds(ms / 1_000) })}
        </span>
      )}
      {problem ? <span className="block">{t(`admin.deliveryProblem.${problem}`)}</span> : null}
      {state === "waiting" && nextAt ? (
        <span className="z-faint block">{t("admin.webhook.nextTry", { date: write.at(nextAt) })}</span>
      ) : null}
    </span>
  );
}

export function RedeliverForm({ delivery: { id, type, tries, state } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  // It is about to be sent for the first time.
  if (state === "waiting" && tries === 0) return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="redeliver" />
      <input type="hidden" name="delivery" value={id} />
      <button type="submit" className="z-button" aria-label={`${t("admin.webhook.redeliver")}: ${type}`}>
        <RotateCw aria-hidden="true" className="size-4" />
        {t("admin.webhook.redeliver")}
      </button>
    </Form>
  );
}
