import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../../contract/envelope.ts";
import type { OutputOf } from "../../../contract/index.ts";
import { serverApi } from "../../lib/api.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { Flash } from "../../ui/flash.tsx";

type Named = OutputOf<"notice/unsubscribe">["topic"];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Asks whether to stop mails. It changes nothing: mail filters open every link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t } = await serverApi(request, context);
  const answer = await api.get("notice/mail-link", { token: tokenOf(request) });
  return {
    topic: succeeded(answer) ? answer.d.topic : null,
    page: pageFacts(request, context, {
      title: `${t("notices.offTitle")} · ${t("app.name")}`,
      description: t("notices.description"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** Stops them: by the page's own button, or by the one of a mail program, which reads only the status (RFC 8058). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api } = await serverApi(request, context);
  const answer = await api.post("notice/unsubscribe", { token: tokenOf(request) });
  const topic = succeeded(answer) ? answer.d.topic : null;
  return data({ topic }, { status: topic === null ? 422 : 200 });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Unsubscribe() {
  const { t } = useTranslation();
  const { topic } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() as { topic: Named } | undefined;
  return (
    <main id="content" className="mx-auto grid w-full max-w-xl content-start gap-4 px-(--gutter) pt-2 pb-12">
      <h1 className="text-2xl font-extrabold tracking-tight">
        {t(outcome?.topic ? "notices.offDone" : "notices.offTitle")}
      </h1>
      {topic === null ? (
        <Flash tone="error" text={t("notices.offBad")} />
      ) : outcome?.topic ? (
        <Flash tone="done" text={t("notices.offText", { topic: nameOf(outcome.topic, t) })} />
      ) : (
        <>
          <p className="text-ink-soft">{t("notices.offText", { topic: nameOf(topic, t) })}</p>
          <Form method="post">
            <button type="submit" className="button button-primary min-h-12 w-full">
              {t("notices.offButton")}
            </button>
          </Form>
        </>
      )}
      <Link to="/profile/notifications" className="button button-quiet min-h-12">
        {t("notices.choices")}
      </Link>
    </main>
  );
}

function nameOf(topic: NonNullable<Named>, t: TFunction): string {
  return topic === "all" ? t("notices.offAll") : t(`notices.name.${topic}`);
}
