import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../../contract/envelope.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { BrandForm } from "../../admin/service/brand/brand-form.tsx";
import { BrandPictures } from "../../admin/service/brand/brand-pictures.tsx";
import { shownBrand } from "../../admin/service/brand/brand-values.ts";
import { writeBrand } from "../../admin/service/brand/write-brand.server.ts";
import "../../admin/kit/css/brand.css";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "settings.read");
  const { values, revision } = unwrap(await api.get("z/settings/read", {}));
  return {
    brand: shownBrand(values),
    revision,
    page: adminPage(request, context, { t, title: t("admin.settingGroup.brand") }),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "settings.write");
  const outcome = await writeBrand(server, request, context);
  // The document that answers shows what was saved.
  const brand = await server.api.get("brand/read", {});
  if (succeeded(brand)) context.brand = brand.d;
  return outcome;
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Brand() {
  const { t } = useTranslation();
  const { brand, revision } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("settings.write");
  return (
    <main id="content" className="z-main">
      <PageHead
        title={t("admin.settingGroup.brand")}
        text={t("admin.brand.text")}
        back={{ to: "/z/page/settings", label: t("admin.section.settings") }}
      />
      <OutcomeNotice outcome={outcome} />
      <BrandForm
        key={revision}
        brand={brand}
        revision={revision}
        outcome={outcome}
        editable={editable}
        pictures={<BrandPictures brand={brand} revision={revision} outcome={outcome} editable={editable} />}
      />
    </main>
  );
}
