import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { CountTiles, SectionCards } from "../../admin/analysis/overview/section-cards.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

/** Every section with its content. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "overview.read");
  const overview = unwrap(await api.get("z/overview", {}));
  return { overview, page: adminPage(request, context, { t, title: t("admin.section.management") }) };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Management() {
  const { t } = useTranslation();
  const { overview } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.management")} text={t("admin.manage.text")} />
      <div className="z-stack">
        <SectionCards overview={overview} />
        <section aria-labelledby="figures">
          <h2 id="figures" className="z-title mt-2">
            {t("admin.manage.figures")}
          </h2>
          <CountTiles overview={overview} />
        </section>
      </div>
    </main>
  );
}
