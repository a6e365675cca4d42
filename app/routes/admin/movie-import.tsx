import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isMoving } from "../../../contract/catalogue/values.ts";
import { codes } from "../../../contract/codes.ts";
import { StatePanel } from "../../admin/catalogue/imports/import-state.tsx";
import { ErrorsPanel, ReadingPanel } from "../../admin/catalogue/imports/reading-panel.tsx";
import { writeImport } from "../../admin/catalogue/imports/write-import.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import "../../admin/kit/css/import.css";
import "../../admin/kit/css/movie.css";
import { writers } from "../../admin/kit/format.ts";
import { useNow } from "../../admin/kit/live.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import type { RouteHandle } from "../../lib/packs.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  const { api, t, unwrap, locale, zone } = server;
  const answer = await api.get("z/import/detail", { id: params["id"]! });
  // A malformed id belongs to no import.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  const one = unwrap(answer);
  const title = t("admin.csv.of", { time: writers(locale, zone).at(one.createdAt) });
  return { at: Date.now(), one, title, page: adminPage(request, context, { t, title }) };
}

/** Every write about one import (`intent`). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  return writeImport(server, params["id"]!, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Import() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const first = useLoaderData<typeof loader>();
  const { one, title } = useNow(`/z/management/import/${id}`, first, (now) => isMoving(now.one.state));
  const editable = useMay()("catalogue.write");
  return (
    <main id="content" className="z-main">
      <PageHead title={title} back={{ to: "/z/management/import", label: t("admin.csv.import") }} />
      <OutcomeNotice outcome={useActionData<typeof action>()} />
      <div className="z-stack">
        <StatePanel one={one} editable={editable} />
        {one.state === "checking" ? null : <ReadingPanel one={one} editable={editable} key={one.state} />}
        <ErrorsPanel errors={one.errors} />
      </div>
    </main>
  );
}
