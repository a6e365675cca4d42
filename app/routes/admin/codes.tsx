import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Download } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { readFilters } from "../../admin/kit/list-url.ts";
import { readList } from "../../admin/kit/read-list.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { Pager } from "../../admin/kit/pager.tsx";
import { BatchForm, BatchTable } from "../../admin/commerce/codes-panel.tsx";
import { batchLine } from "../../admin/commerce/presenter.server.ts";
import { writeCodes } from "../../admin/commerce/write-codes.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission, type AdminServer } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 30;

async function listBatches({ api, unwrap }: AdminServer, request: Request) {
  const asked = readFilters(new URL(request.url).searchParams, ["q", "cursor"]);
  const { answer, query, leftOut } = await readList(asked, (given) =>
    api.get("z/code/list", { ...given, limit: pageLength }),
  );
  return { ...unwrap(answer), q: query.q, leftOut };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "payments.read");
  const { t } = server;
  const { items, next, q, leftOut } = await listBatches(server, request);
  const asked = new URL(request.url).searchParams.get("made");
  const made = items.find(({ id }) => id === asked);
  return {
    batches: items.map((batch) => batchLine(batch, new Date(), server)),
    next,
    q,
    leftOut,
    made: made ? { id: made.id, number: made.codes } : null,
    formKey: crypto.randomUUID(),
    page: adminPage(request, context, { t, title: t("admin.section.codes") }),
  };
}

/** Makes a batch, or ends one (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "payments.write");
  const form = await readFields(request, context);
  return writeCodes(server, form, (await listBatches(server, request)).items);
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Codes() {
  const { t } = useTranslation();
  const { batches, next, q, leftOut, made, formKey } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("payments.write");
  const shown = useMemo(() => (made ? { at: [{ id: "made", text: "" }] } : undefined), [made]);
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.codes")} text={t("admin.code.text")} />
      <LeftOut names={leftOut} />
      <OutcomeNotice outcome={outcome ?? shown} />
      <div className="z-stack">
        {made ? (
          <p id="made" className="z-panel flex flex-wrap items-center justify-between gap-3" role="status">
            <span className="z-strong">{t("admin.code.made", { number: made.number })}</span>
            <a href={`/z/management/codes.csv?id=${made.id}`} download className="z-button z-button-primary">
              <Download aria-hidden="true" className="size-4" />
              {t("admin.code.save")}
            </a>
          </p>
        ) : null}
        <div>
          <BatchTable batches={batches} editable={editable} q={q} />
          <Pager next={next} />
        </div>
        {/* Another key means another batch: the form resets once one is made. */}
        {editable ? (
          <BatchForm key={outcome?.form ? "again" : formKey} formKey={formKey} outcome={outcome} />
        ) : null}
      </div>
    </main>
  );
}
