import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { currencies } from "../../../contract/commerce/currencies.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { readFilters } from "../../admin/kit/list-url.ts";
import { readList } from "../../admin/kit/read-list.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { Pager } from "../../admin/kit/pager.tsx";
import { CouponForm } from "../../admin/commerce/coupon-form.tsx";
import { couponLine } from "../../admin/commerce/coupon-presenter.server.ts";
import { CouponTable } from "../../admin/commerce/coupons-panel.tsx";
import { planLine } from "../../admin/commerce/presenter.server.ts";
import { writeCoupons } from "../../admin/commerce/write-coupons.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 30;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "payments.read");
  const { api, t, unwrap } = server;
  const search = new URL(request.url).searchParams;
  const asked = readFilters(search, ["q", "cursor"]);
  const [{ answer, query, leftOut }, plans] = await Promise.all([
    readList(asked, (given) => api.get("z/coupon/list", { ...given, limit: pageLength })),
    api.get("z/plan/list", {}),
  ]);
  const { items, next } = unwrap(answer);
  const known = unwrap(plans).items;
  const made = items.find(({ code }) => code === search.get("made"));
  return {
    coupons: items.map((coupon) => couponLine(coupon, { ...server, plans: known, now: new Date() })),
    plans: known.map((plan) => ({ value: plan.id, label: planLine(plan, server).name })),
    currencies: [...currencies],
    next,
    q: query.q,
    leftOut,
    made: made ? { id: made.id, code: made.code } : null,
    formKey: crypto.randomUUID(),
    page: adminPage(request, context, { t, title: t("admin.section.coupons") }),
  };
}

/** Makes a coupon, or ends one (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "payments.write");
  return writeCoupons(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Coupons() {
  const { t } = useTranslation();
  const { coupons, plans, currencies, next, q, leftOut, made, formKey } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("payments.write");
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.coupons")} text={t("admin.coupon.text")} />
      <LeftOut names={leftOut} />
      <OutcomeNotice
        outcome={
          outcome ?? (made ? { done: { text: t("admin.coupon.made", { code: made.code }) } } : undefined)
        }
      />
      <div className="z-stack">
        <div>
          <CouponTable coupons={coupons} editable={editable} q={q} />
          <Pager next={next} />
        </div>
        {/* Another key means another coupon: the form resets once one is made. */}
        {editable ? (
          <CouponForm
            key={outcome?.form ? "again" : formKey}
            formKey={formKey}
            plans={plans}
            currencies={currencies}
            outcome={outcome}
          />
        ) : null}
      </div>
    </main>
  );
}
