import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import type { Notice, Page } from "../../../contract/index.ts";
import { ChoicesLink, NoticeList } from "../../features/notices/notice-list.tsx";
import type { Outcome } from "../../features/notices/outcome.ts";
import { writeInbox } from "../../features/notices/write-inbox.server.ts";
import { useFetchPage } from "../../features/session/use-fetch-page.ts";
import { serverApi } from "../../lib/api.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";

const empty: Page<Notice> = { items: [], next: null };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const search = new URL(request.url).searchParams;
  const answer = signed()
    ? await api.get("notice/list", { cursor: search.get("cursor") ?? undefined })
    : null;
  return {
    list: answer === null || answer.c === codes.unauthorised.c ? empty : unwrap(answer),
    confirming: search.get("confirm") === "clear",
    now: new Date().toISOString(),
    page: pageFacts(request, context, {
      title: `${t("notices.title")} · ${t("app.name")}`,
      description: t("notices.description"),
      siteName: t("app.name"),
    }),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return writeInbox(request, context, await serverApi(request, context));
}

export { heldClientAction as clientAction } from "../../lib/send-form.ts";

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** What the user has been told. */
export default function Inbox() {
  const { t } = useTranslation();
  const { list, confirming, now } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() as Outcome | undefined;
  const fetchPage = useFetchPage("notice/list", (cursor) => ({ cursor }));
  return (
    <main id="content" className="mx-auto flex w-full max-w-xl flex-1 flex-col px-(--gutter) pt-4 pb-10">
      <div className="-ms-3 flex items-center gap-1">
        <Link
          to="/profile"
          aria-label={t("profile.back")}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist"
        >
          <ArrowLeft aria-hidden="true" className="flip size-5.5" />
        </Link>
        <h1 className="min-w-0 flex-1 text-xl font-extrabold tracking-tight">{t("notices.title")}</h1>
        <ChoicesLink />
      </div>
      <NoticeList list={list} confirming={confirming} now={now} outcome={outcome} fetchPage={fetchPage} />
    </main>
  );
}
