import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { auditInput, readAuditQuery } from "../../admin/service/audit/audit-query.ts";
import { AuditTable } from "../../admin/service/audit/audit-table.tsx";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { moneyInWords } from "../../admin/kit/money-in-words.server.ts";
import { readList } from "../../admin/kit/read-list.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";
import type { RouteHandle } from "../../lib/packs.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap, locale } = await requirePermission(request, context, "audit.read");
  const asked = readAuditQuery(new URL(request.url).searchParams);
  const { answer, query, leftOut } = await readList(asked, (given) =>
    api.get("z/audit/list", { ...auditInput(given), limit: pageLength }),
  );
  const { items, next } = unwrap(answer);
  const list = { items: moneyInWords(items, locale), next };
  return { list, query, leftOut, page: adminPage(request, context, { t, title: t("admin.section.audit") }) };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Audit() {
  const { t } = useTranslation();
  const { list, query, leftOut } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.audit")} text={t("admin.audit.text")} />
      <LeftOut names={leftOut} own={{ kind: "admin.audit.target" }} />
      <AuditTable list={list} query={query} />
    </main>
  );
}
