import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { readFeedbackQuery } from "../../admin/service/feedback/feedback-query.ts";
import { FeedbackTable } from "../../admin/service/feedback/feedback-table.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { readList } from "../../admin/kit/read-list.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "feedback.read");
  const search = new URL(request.url).searchParams;
  const { answer, query, leftOut } = await readList(readFeedbackQuery(search), (given) =>
    api.get("z/feedback/list", { ...given, limit: pageLength }),
  );
  const list = unwrap(answer);
  // The deleted message has no screen left to say so.
  const outcome =
    search.get("done") === "deleted" ? { done: { text: t("admin.feedback.deleted") } } : undefined;
  return {
    list,
    query,
    leftOut,
    outcome,
    page: adminPage(request, context, { t, title: t("admin.section.feedback") }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Feedback() {
  const { t } = useTranslation();
  const { list, query, leftOut, outcome } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.feedback")} />
      <OutcomeNotice outcome={outcome} />
      <LeftOut names={leftOut} />
      <FeedbackTable list={list} query={query} />
    </main>
  );
}
