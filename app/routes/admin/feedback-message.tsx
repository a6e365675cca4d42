import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { MessagePanel, ReplyPanel } from "../../admin/service/feedback/message-panels.tsx";
import { writeFeedback } from "../../admin/service/feedback/write-feedback.server.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "feedback.read");
  const { api, t, unwrap } = server;
  const answer = await api.get("z/feedback/detail", { receipt: params.receipt! });
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  const message = unwrap(answer);
  return { message, page: adminPage(request, context, { t, title: message.receipt }) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "feedback.reply");
  return writeFeedback(server, { receipt: params.receipt!, form: await readFields(request, context) });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function FeedbackMessage() {
  const { t } = useTranslation();
  const { message } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return (
    <main id="content" className="z-main">
      <PageHead
        title={message.receipt}
        back={{ to: "/z/management/feedback", label: t("admin.section.feedback") }}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="z-columns mt-3">
        <MessagePanel message={message} />
        <ReplyPanel key={message.revision} message={message} outcome={outcome} />
      </div>
    </main>
  );
}
