import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { auditInput, readAuditQuery } from "../../admin/service/audit/audit-query.ts";
import { AuditTable } from "../../admin/service/audit/audit-table.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";
import type { RouteHandle } from "../../lib/packs.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "audit.read");
  const query = readAuditQuery(new URL(request.url).searchParams);
  const list = unwrap(await api.get("z/audit/list", { ...auditInput(query), limit: pageLength }));
  return { list, query, page: adminPage(request, context, { t, title: t("admin.section.audit") }) };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Audit() {
  const { t } = useTranslation();
  const { list, query } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.audit")} text={t("admin.audit.text")} />
      <AuditTable list={list} query={query} />
    </main>
  );
}
