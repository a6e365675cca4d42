import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminSettingsCalls } from "../../../contract/service/admin-settings.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { settingSections, writeHistory } from "../../admin/service/settings/presenter.server.ts";
import { SettingsForm } from "../../admin/service/settings/settings-form.tsx";
import {
  EnvironmentPanel,
  SettingsHistory,
  TestPanel,
  TransferPanel,
} from "../../admin/service/settings/settings-panels.tsx";
import { writeSettings } from "../../admin/service/settings/write-settings.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const historyLength = 10;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "settings.read");
  const cursor = new URL(request.url).searchParams.get("cursor");
  const [settings, history] = await Promise.all([
    api.get("z/settings/read", {}),
    api.get("z/settings/history", { limit: historyLength, ...(cursor && { cursor }) }),
  ]);
  return {
    settings: unwrap(settings),
    sections: settingSections(),
    tests: adminSettingsCalls["z/settings/test"].input.shape.what.options,
    history: writeHistory(t, unwrap(history)),
    page: adminPage(request, context, { t, title: t("admin.section.settings") }),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "settings.write");
  return writeSettings(server, request, context);
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Settings() {
  const { t } = useTranslation();
  const { settings, sections, tests, history } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("settings.write");
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.settings")} />
      <OutcomeNotice outcome={outcome} />
      <div className="z-columns mt-3">
        <SettingsForm
          key={settings.revision}
          settings={settings}
          sections={sections}
          outcome={outcome}
          editable={editable}
        />
        <div className="grid gap-4">
          {editable ? <TestPanel tests={tests} /> : null}
          <TransferPanel editable={editable} />
          <EnvironmentPanel environment={settings.environment} />
          <SettingsHistory history={history} />
        </div>
      </div>
    </main>
  );
}
