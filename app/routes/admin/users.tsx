import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { readList } from "../../admin/kit/read-list.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { bulkUsers } from "../../admin/accounts/users/bulk-users.server.ts";
import { filterOf, readUserQuery } from "../../admin/accounts/users/user-query.ts";
import { UserUndo } from "../../admin/accounts/users/user-undo.tsx";
import { UsersTable } from "../../admin/accounts/users/users-table.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";
import type { RouteHandle } from "../../lib/packs.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap, may } = await requirePermission(request, context, "users.read");
  const asked = readUserQuery(new URL(request.url).searchParams);
  const [{ answer, query, leftOut }, undoable] = await Promise.all([
    readList(asked, (given) => api.get("z/user/list", { ...given, limit: pageLength })),
    may("users.write") ? api.get("z/user/undoable", {}) : null,
  ]);
  return {
    list: unwrap(answer),
    query,
    leftOut,
    undoable: undoable ? unwrap(undoable).items : [],
    page: adminPage(request, context, { t, title: t("admin.section.users") }),
  };
}

/** A bulk action (`intent`), or its undo. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "users.write");
  const query = readUserQuery(new URL(request.url).searchParams);
  return bulkUsers(server, await readFields(request, context), { query, tiers: context.brand.tiers });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Users() {
  const { t } = useTranslation();
  const { list, query, leftOut, undoable } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const may = useMay();
  const filter = new URLSearchParams(filterOf(query)).toString();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.users")}>
        {may("users.export") ? (
          <a href={`/z/page/user.csv${filter && `?${filter}`}`} className="z-button">
            <Download aria-hidden="true" className="size-4" />
            {t("admin.list.csv")}
          </a>
        ) : null}
      </PageHead>
      <OutcomeNotice outcome={outcome} />
      <UserUndo items={undoable} />
      <LeftOut names={leftOut} />
      <UsersTable list={list} query={query} />
    </main>
  );
}
