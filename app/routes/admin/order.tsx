import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { AuditList } from "../../admin/kit/audit-list.tsx";
import { DisputesPanel, MoneyPanel, OrderPanel, RefundPanel } from "../../admin/commerce/order-panels.tsx";
import { orderDetail } from "../../admin/commerce/presenter.server.ts";
import { writeOrder } from "../../admin/commerce/write-order.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "payments.read");
  const { api, t, unwrap } = server;
  const number = params.number!;
  const answer = await api.get("z/order/read", { number });
  // A malformed number belongs to no order.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  const found = unwrap(answer);
  return {
    order: orderDetail(found, server),
    audit: found.audit,
    formKey: crypto.randomUUID(),
    page: adminPage(request, context, { t, title: number }),
  };
}

/** Asks the provider, or refunds the order (`intent`). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "payments.write");
  return writeOrder(server, params.number!, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Order() {
  const { t } = useTranslation();
  const { order, audit, formKey } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("payments.write");
  return (
    <main id="content" className="z-main">
      <PageHead
        title={order.number}
        back={{ to: "/z/management/orders", label: t("admin.section.orders") }}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="z-columns mt-3">
        <div className="grid gap-4">
          <OrderPanel order={order} editable={editable} />
          <MoneyPanel order={order} />
          <AuditList
            entries={audit}
            all={{
              to: `/z/management/audit?kind=order&target=${order.number}`,
              label: t("admin.order.allAudit"),
            }}
          />
        </div>
        {order.disputes.length > 0 || (editable && order.refundable) ? (
          <div className="grid gap-4">
            {order.disputes.length > 0 ? <DisputesPanel disputes={order.disputes} /> : null}
            {editable && order.refundable ? (
              <RefundPanel refundable={order.refundable} formKey={formKey} outcome={outcome} />
            ) : null}
          </div>
        ) : null}
      </div>
    </main>
  );
}
