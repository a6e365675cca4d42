import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useWriters } from "../../admin/kit/format.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { Time } from "../../admin/kit/time.tsx";
import { LastTry, RedeliverForm } from "../../admin/service/webhooks/delivery-table.tsx";
import { DeliveryChip } from "../../admin/service/webhooks/endpoint-chip.tsx";
import { sendAgain } from "../../admin/service/webhooks/write-webhooks.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "webhooks.read");
  const { api, t, unwrap } = server;
  const answer = await api.get("z/webhook/delivery", { id: params.id! });
  // A malformed id belongs to no message.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  const delivery = unwrap(answer);
  return {
    delivery,
    body: JSON.stringify(JSON.parse(delivery.body), null, 2),
    page: adminPage(request, context, { t, title: delivery.type }),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "webhooks.write");
  return sendAgain(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** One message: what was sent, and what was answered. */
export default function WebhookMessage() {
  const { t } = useTranslation();
  const write = useWriters();
  const { delivery, body } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const { type, at, endpoint, message, state, tries, last } = delivery;
  return (
    <main id="content" className="z-main">
      <PageHead title={type} back={{ to: "/z/page/webhook", label: t("admin.section.webhooks") }}>
        <RedeliverForm delivery={delivery} />
      </PageHead>
      <OutcomeNotice outcome={outcome} />
      <div className="z-columns mt-3">
        <section className="z-panel" aria-labelledby="facts">
          <h2 id="facts" className="flex flex-wrap items-center gap-2">
            {t("admin.webhook.result")} <DeliveryChip state={state} />
          </h2>
          <dl className="z-facts">
            <div>
              <dt>{t("admin.webhook.endpoint")}</dt>
              <dd>
                <Link to={`/z/page/webhook/${endpoint.id}`} className="z-link">
                  <bdi>{endpoint.name}</bdi>
                </Link>
              </dd>
            </div>
            <div>
              <dt>{t("admin.audit.at")}</dt>
              <dd>
                <Time at={last?.at ?? at} />
              </dd>
            </div>
            <div>
              <dt>{t("admin.webhook.tries")}</dt>
              <dd>{write.number(tries)}</dd>
            </div>
            <div>
              <dt>{t("admin.webhook.result")}</dt>
              <dd>
                <LastTry delivery={delivery} />
              </dd>
            </div>
            <div>
              <dt>{t("admin.webhook.messageId")}</dt>
              <dd>
                <code dir="ltr" className="font-mono text-xs select-all">
                  {message}
                </code>
              </dd>
            </div>
          </dl>
        </section>
        <section className="z-panel" aria-labelledby="sent">
          <h2 id="sent">{t("admin.webhook.body")}</h2>
          <Block text={body} />
          {last && last.status !== null ? (
            <>
              <h2 className="z-title mt-5">{t("admin.webhook.answer")}</h2>
              {last.answer ? (
                <Block text={last.answer} />
              ) : (
                <p className="z-faint text-sm">{t("admin.webhook.noAnswer")}</p>
              )}
            </>
          ) : null}
        </section>
      </div>
    </main>
  );
}

function Block({ text }: { text: string }) {
  return (
    <pre
      dir="ltr"
      className="max-h-96 overflow-auto rounded-md bg-mist p-3 text-start font-mono text-xs/5 break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}
