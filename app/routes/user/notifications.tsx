import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import type { OutputOf } from "../../../contract/index.ts";
import { Panel } from "../../features/account/panel.tsx";
import { ChoicesForm } from "../../features/notices/choices-form.tsx";
import { DeviceSwitch } from "../../features/notices/device-switch.tsx";
import { writeChoices, type ChoicesOutcome } from "../../features/notices/write-choices.server.ts";
import { useBrowserSession } from "../../features/session/session-provider.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";

/** What a visitor can choose, who becomes a guest with the first choice. */
const fresh: OutputOf<"notice/choices"> = {
  choices: (["new-episode", "new-in-collection", "vip-ending", "feedback-reply"] as const).map((topic) => ({
    topic,
    push: false,
    mail: null,
  })),
  quiet: null,
  zone: "UTC",
  browsers: 0,
  pushKey: "",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const answer = signed() ? await api.get("notice/choices", {}) : null;
  const choices = answer === null || answer.c === codes.unauthorised.c ? fresh : unwrap(answer);
  return {
    choices,
    zones: [...new Set(["UTC", choices.zone, ...Intl.supportedValuesOf("timeZone")])],
    page: pageFacts(request, context, {
      title: `${t("notices.choices")} · ${t("app.name")}`,
      description: t("notices.description"),
      siteName: t("app.name"),
    }),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return writeChoices(request, context, await serverApi(request, context));
}

export { heldClientAction as clientAction } from "../../lib/send-form.ts";

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** How the user wants to be told. */
export default function Notifications() {
  const { t } = useTranslation();
  const { choices, zones } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() as ChoicesOutcome | undefined;
  const busy = useNavigation().formMethod === "POST";
  const session = useBrowserSession();
  return (
    <main id="content" className="mx-auto w-full max-w-xl px-(--gutter) pt-4 pb-10">
      <Panel title={t("notices.choices")} text={t("notices.choicesText")}>
        {choices.pushKey === "" ? null : (
          <DeviceSwitch api={session?.api ?? null} pushKey={choices.pushKey} />
        )}
        <ChoicesForm choices={choices} zones={zones} outcome={outcome} busy={busy} />
      </Panel>
    </main>
  );
}
