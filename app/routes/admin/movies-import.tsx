import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { mostImportLines } from "../../../contract/catalogue/values.ts";
import { ImportList, SendFile } from "../../admin/catalogue/imports/import-list.tsx";
import { beginImport } from "../../admin/catalogue/imports/write-import.server.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import "../../admin/kit/css/movie.css";
import { useWriters } from "../../admin/kit/format.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import type { RouteHandle } from "../../lib/packs.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

/** The imports of the last days. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "catalogue.write");
  const { items } = unwrap(await api.get("z/import/list", {}));
  return { items, page: adminPage(request, context, { t, title: t("admin.csv.import") }) };
}

/** Takes a file, and begins to check it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  return beginImport(server, context, request);
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Imports() {
  const { t } = useTranslation();
  const write = useWriters();
  const { items } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return (
    <main id="content" className="z-main">
      <PageHead
        title={t("admin.csv.import")}
        text={t("admin.csv.text", { lines: write.number(mostImportLines) })}
        back={{ to: "/z/page/movie", label: t("admin.section.movies") }}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="z-stack">
        <SendFile error={outcome?.at?.[0]?.text} />
        <ImportList items={items} />
      </div>
    </main>
  );
}
