import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { WebhookEndpoint } from "../../../../contract/service/admin-webhooks.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { useWriters } from "../../kit/format.ts";
import { EndpointChip } from "./endpoint-chip.tsx";

/** Every endpoint, with what it wants to know and how its messages fare. */
export function EndpointTable({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  const { t } = useTranslation();
  const write = useWriters();
  const columns: Column<WebhookEndpoint>[] = [
    {
      id: "name",
      label: t("admin.webhook.name"),
      lead: true,
      cell: ({ id, name, url }) => (
        <span className="min-w-0">
          <Link to={`/z/page/webhook/${id}`} className="own-words z-link z-strong block">
            {name}
          </Link>
          <span className="z-faint block break-all">
            <bdi dir="ltr">{url}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: "events",
      label: t("admin.webhook.events"),
      full: true,
      cell: ({ events }) => (
        <ul className="flex max-w-96 flex-wrap gap-x-2 leading-5">
          {events.map((event) => (
            <li key={event}>
              <code dir="ltr" className="font-mono text-xs">
                {event}
              </code>
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: "state",
      label: t("admin.user.status"),
      cell: (endpoint) => <EndpointChip endpoint={endpoint} />,
    },
    ...(["delivered", "waiting", "failed"] as const).map((state) => ({
      id: state,
      label: t(`admin.deliveryState.${state}`),
      figures: true,
      cell: ({ id, counts }: WebhookEndpoint) =>
        counts[state] > 0 ? (
          <Link to={`/z/page/webhook?endpoint=${id}&state=${state}`} className="z-link">
            {write.number(counts[state])}
          </Link>
        ) : (
          "–"
        ),
    })),
  ];
  return (
    <DataTable
      caption={t("admin.section.webhooks")}
      columns={columns}
      rows={endpoints}
      rowKey={({ id }) => id}
      empty={t("admin.webhook.none")}
    />
  );
}
