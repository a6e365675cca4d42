import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { CodeChip, CodeTable } from "../../admin/commerce/code-table.tsx";
import { batchLine, codeLine } from "../../admin/commerce/presenter.server.ts";
import { revokeOne } from "../../admin/commerce/write-codes.server.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { readFilters } from "../../admin/kit/list-url.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { Pager } from "../../admin/kit/pager.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "payments.write");
  const { api, t, unwrap, locale } = server;
  const { cursor } = readFilters(new URL(request.url).searchParams, ["cursor"]);
  const answer = await api.get("z/code/read", { id: params.id!, ...(cursor !== undefined && { cursor }) });
  // A malformed id belongs to no batch, and a malformed cursor to no page.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  const { batch, items, next } = unwrap(answer);
  const now = new Date();
  return {
    batch: batchLine(batch, now, server),
    codes: items.map((code) => codeLine(code, batch, { now, locale })),
    next,
    page: adminPage(request, context, { t, title: batch.name }),
  };
}

/** Revokes one code, which asks first. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "payments.write");
  return revokeOne(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** The codes of a batch one by one. */
export default function CodeBatch() {
  const { t } = useTranslation();
  const { batch, codes: shown, next } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return (
    <main id="content" className="z-main">
      <PageHead
        title={batch.name}
        back={{ to: "/z/management/codes", label: t("admin.section.codes") }}
        text={t("admin.code.oneByOne")}
      >
        <CodeChip state={batch.state} />
      </PageHead>
      <OutcomeNotice outcome={outcome} />
      <div className="mt-3">
        <CodeTable codes={shown} editable />
        <Pager next={next} />
      </div>
    </main>
  );
}
