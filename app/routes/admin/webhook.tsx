import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { ShownOnce } from "../../admin/kit/shown-once.tsx";
import { DeliveryTable } from "../../admin/service/webhooks/delivery-table.tsx";
import { EndpointForm } from "../../admin/service/webhooks/endpoint-form.tsx";
import { EndpointPanel } from "../../admin/service/webhooks/endpoint-panel.tsx";
import { logId, secretId } from "../../admin/service/webhooks/outcome.ts";
import { writeEndpoint } from "../../admin/service/webhooks/write-webhooks.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission, type AdminServer } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
/** Messages shown here; the list of endpoints has all. */
const latest = 10;

async function findEndpoint({ api, unwrap }: AdminServer, id: string | undefined) {
  return unwrap(await api.get("z/webhook/list", {})).items.find((endpoint) => endpoint.id === id);
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "webhooks.read");
  const { api, t, unwrap } = server;
  const endpoint = await findEndpoint(server, params.id);
  if (!endpoint) throw notFound(server, context);
  const log = await api.get("z/webhook/deliveries", { endpoint: endpoint.id, limit: latest });
  return {
    endpoint,
    deliveries: unwrap(log).items,
    formKey: crypto.randomUUID(),
    page: adminPage(request, context, { t, title: endpoint.name }),
  };
}

/** Changes the endpoint, or sends something to it (`intent`). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "webhooks.write");
  const endpoint = await findEndpoint(server, params.id);
  if (!endpoint) throw notFound(server, context);
  return writeEndpoint({ server, form: await readFields(request, context), endpoint });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** One endpoint. */
export default function WebhookPage() {
  const { t } = useTranslation();
  const { endpoint, deliveries, formKey } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return (
    <main id="content" className="z-main">
      <PageHead title={endpoint.name} back={{ to: "/z/page/webhook", label: t("admin.section.webhooks") }} />
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
        <div className="z-columns">
          <EndpointPanel endpoint={endpoint} formKey={formKey} />
          <EndpointForm
            key={`${endpoint.id} ${endpoint.revision}`}
            endpoint={endpoint}
            formKey={formKey}
            outcome={outcome}
          />
        </div>
        <section id={logId} aria-labelledby="log-title">
          <h2 id="log-title" className="z-title mt-2">
            {t("admin.webhook.log")}
          </h2>
          <DeliveryTable deliveries={deliveries} filtered={false} ofOne />
          {deliveries.length === latest ? (
            <p className="mt-3">
              <Link to={`/z/page/webhook?endpoint=${endpoint.id}`} className="z-link">
                {t("admin.webhook.allMessages")}
              </Link>
            </p>
          ) : null}
        </section>
      </div>
    </main>
  );
}
