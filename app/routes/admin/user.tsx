import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { UserOrders } from "../../admin/commerce/user-orders.tsx";
import { orderLine } from "../../admin/commerce/presenter.server.ts";
import { DevicesPanel, UserAudit, WatchPanel } from "../../admin/accounts/user/activity-panels.tsx";
import { BanPanel } from "../../admin/accounts/user/ban-panel.tsx";
import { EditUserPanel, IdentityPanel } from "../../admin/accounts/user/identity-panel.tsx";
import { MembershipPanel } from "../../admin/accounts/user/membership-panel.tsx";
import { UserUndo } from "../../admin/accounts/users/user-undo.tsx";
import { writeUser } from "../../admin/accounts/user/write-user.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const latestOrders = 5;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "users.read");
  const { api, t, unwrap, locale } = server;
  const uid = params.id!;
  const [answer, orders, undoable] = await Promise.all([
    api.get("z/user/detail", { uid }),
    server.may("payments.read") ? api.get("z/order/list", { uid, limit: latestOrders }) : null,
    server.may("users.write") ? api.get("z/user/undoable", { uid }) : null,
  ]);
  // A malformed id belongs to no user.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  const user = unwrap(answer);
  const title = user.name ?? user.email ?? t("profile.guest");
  return {
    user,
    orders: orders && unwrap(orders).items.map((order) => orderLine(order, { t, locale })),
    undoable: undoable ? unwrap(undoable).items : [],
    title,
    formKey: crypto.randomUUID(),
    page: adminPage(request, context, { t, title }),
  };
}

/** Every write about this user (`intent`). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "users.write");
  return writeUser(server, { uid: params.id!, form: await readFields(request, context) });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function User() {
  const { t } = useTranslation();
  const { user, orders, undoable, title, formKey } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("users.write") && user.editable;
  return (
    <main id="content" className="z-main">
      <PageHead title={title} back={{ to: "/z/page/user", label: t("admin.section.users") }} />
      <OutcomeNotice outcome={outcome} />
      {editable ? <UserUndo items={undoable} uid={user.uid} /> : null}
      <div className="z-columns mt-3">
        <div className="grid gap-4">
          <IdentityPanel user={user} />
          <MembershipPanel user={user} formKey={formKey} outcome={outcome} editable={editable} />
          {orders ? <UserOrders uid={user.uid} orders={orders} /> : null}
          <WatchPanel user={user} />
          <UserAudit user={user} />
        </div>
        <div className="grid gap-4">
          {/* A save applies to the user as loaded: the form resets when they have changed. */}
          {editable ? <EditUserPanel key={user.revision} user={user} outcome={outcome} /> : null}
          {editable ? <BanPanel user={user} outcome={outcome} /> : null}
          <DevicesPanel user={user} editable={editable} />
        </div>
      </div>
    </main>
  );
}
