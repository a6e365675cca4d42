import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { InputOf } from "../../../contract/index.ts";
import { deliveryStates, testEvent, webhookEvents } from "../../../contract/service/webhook-events.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { ChosenFilter, FilterBar } from "../../admin/kit/filter-bar.tsx";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { Pager } from "../../admin/kit/pager.tsx";
import { readList } from "../../admin/kit/read-list.ts";
import { ShownOnce } from "../../admin/kit/shown-once.tsx";
import { readDeliveryQuery } from "../../admin/service/webhooks/delivery-query.ts";
import { DeliveryTable } from "../../admin/service/webhooks/delivery-table.tsx";
import { EndpointForm } from "../../admin/service/webhooks/endpoint-form.tsx";
import { EndpointTable } from "../../admin/service/webhooks/endpoint-table.tsx";
import { logId, secretId } from "../../admin/service/webhooks/outcome.ts";
import { addEndpoint, sendAgain } from "../../admin/service/webhooks/write-webhooks.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 30;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "webhooks.read");
  const asked = readDeliveryQuery(new URL(request.url).searchParams);
  const [endpoints, { answer, query, leftOut }] = await Promise.all([
    api.get("z/webhook/list", {}),
    readList(asked, (given) =>
      api.get("z/webhook/deliveries", {
        ...(given as InputOf<"z/webhook/deliveries">),
        limit: pageLength,
      }),
    ),
  ]);
  return {
    endpoints: unwrap(endpoints).items,
    log: unwrap(answer),
    query,
    leftOut,
    formKey: crypto.randomUUID(),
    page: adminPage(request, context, { t, title: t("admin.section.webhooks") }),
  };
}

/** Adds an endpoint, or sends a message again (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "webhooks.write");
  const form = await readFields(request, context);
  return form.get("intent") === "redeliver" ? sendAgain(server, form) : addEndpoint(server, form);
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** Endpoints of other software, and what was sent to them. */
export default function Webhooks() {
  const { t } = useTranslation();
  const { endpoints, log, query, leftOut, formKey } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const { cursor: _, ...filters } = query;
  const filtered = Object.keys(filters).length > 0;
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.webhooks")} text={t("admin.webhook.text")} />
      <LeftOut names={leftOut} />
      <OutcomeNotice outcome={outcome} />
      <div className="z-stack">
        {outcome?.secret ? (
          <ShownOnce
            id={secretId}
            title={t("admin.webhook.secret")}
            text={t("admin.webhook.secretOnce")}
            secret={outcome.secret}
            copyLabel={t("admin.webhook.copySecret")}
          />
        ) : null}
        <EndpointTable endpoints={endpoints} />
        {/* Another key means another endpoint: the form resets once one is made. */}
        <EndpointForm
          key={outcome?.form ? "again" : formKey}
          endpoint={null}
          formKey={formKey}
          outcome={outcome}
        />
        <section id={logId} aria-labelledby="log-title">
          <h2 id="log-title" className="z-title mt-2">
            {t("admin.webhook.log")}
          </h2>
          <FilterBar action="/z/page/webhook" label={t("admin.webhook.log")} filtered={filtered}>
            <ChosenFilter
              name="endpoint"
              value={query.endpoint}
              options={endpoints.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <ChosenFilter
              name="state"
              label={t("admin.user.status")}
              value={query.state}
              options={deliveryStates.map((value) => ({
                value,
                label: t(`admin.deliveryState.${value}`),
              }))}
            />
            <ChosenFilter
              name="type"
              value={query.type}
              options={[...webhookEvents, testEvent].map((value) => ({ value, label: value }))}
            />
          </FilterBar>
          <DeliveryTable deliveries={log.items} filtered={filtered} />
          <Pager next={log.next} />
        </section>
      </div>
    </main>
  );
}
