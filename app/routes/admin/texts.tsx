import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { TextsTable } from "../../admin/service/texts/texts-table.tsx";
import { languageOf } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "texts.read");
  const { items } = unwrap(await api.get("z/text/list", {}));
  return { items, page: adminPage(request, context, { t, title: t("admin.section.texts") }) };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Texts() {
  const { t } = useTranslation();
  const { items } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.texts")} text={t("admin.text.text")} />
      <TextsTable items={items} nameOf={(locale) => languageOf(locale as "en").name} />
    </main>
  );
}
