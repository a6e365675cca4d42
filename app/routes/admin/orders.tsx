import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { readList } from "../../admin/kit/read-list.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { filterOf, readOrderQuery } from "../../admin/commerce/order-query.ts";
import { OrdersTable } from "../../admin/commerce/orders-table.tsx";
import { orderLine, planLine } from "../../admin/commerce/presenter.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap, locale } = await requirePermission(request, context, "payments.read");
  const asked = readOrderQuery(new URL(request.url).searchParams);
  const [{ answer, query, leftOut }, plans] = await Promise.all([
    readList(asked, (given) => api.get("z/order/list", { ...given, limit: pageLength })),
    api.get("z/plan/list", {}),
  ]);
  const { items, next, total } = unwrap(answer);
  const reader = { t, locale };
  return {
    orders: items.map((order) => orderLine(order, reader)),
    next,
    total,
    query,
    leftOut,
    plans: unwrap(plans).items.map((plan) => ({ value: plan.id, label: planLine(plan, reader).name })),
    page: adminPage(request, context, { t, title: t("admin.section.orders") }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Orders() {
  const { t } = useTranslation();
  const { page: _page, leftOut, ...list } = useLoaderData<typeof loader>();
  const may = useMay();
  const filter = new URLSearchParams(filterOf(list.query) as Record<string, string>).toString();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.orders")}>
        {may("payments.export") ? (
          <a href={`/z/management/orders.csv${filter && `?${filter}`}`} className="z-button">
            <Download aria-hidden="true" className="size-4" />
            {t("admin.list.csv")}
          </a>
        ) : null}
      </PageHead>
      <LeftOut names={leftOut} />
      <OrdersTable {...list} />
    </main>
  );
}
