import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { succeeded } from "../../../../contract/envelope.ts";
import type { KeptProgress, OutputOf } from "../../../../contract/index.ts";
import { HistoryList } from "../../../features/my-list/history-list.tsx";
import type { Outcome } from "../../../features/my-list/outcome.ts";
import { pageOr, removeMovies, restoreMovies, statusOf } from "../../../features/my-list/write.ts";
import { useFetchPage } from "../../../features/session/use-fetch-page.ts";
import { serverApi, type ServerApi } from "../../../lib/api.server.ts";
import { ensureGuest } from "../../../lib/guest.server.ts";
import { pageFacts, pageMeta } from "../../../lib/page-meta.ts";
import { readFields } from "../../../lib/read-fields.server.ts";

const empty: OutputOf<"progress/list"> = { items: [], next: null, paused: false };
const pageLength = 24;
/** Positions of one `progress/restore`. */
const placesAtOnce = 300;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const search = new URL(request.url).searchParams;
  const q = search.get("q")?.trim().slice(0, 100) || undefined;
  const cursor = search.get("cursor") ?? undefined;
  const answer = signed() ? await api.get("progress/list", { q, cursor, limit: pageLength }) : null;
  return {
    list: pageOr(answer, { empty, unwrap }),
    q,
    confirming: search.get("confirm") === "clear",
    now: new Date().toISOString(),
    page: pageFacts(request, context, {
      title: `${t("myList.history")} · ${t("app.name")}`,
      description: t("history.description"),
      siteName: t("app.name"),
    }),
  };
}

/** Removes a movie, undoes that, deletes everything, pauses or resumes (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await readFields(request, context);
  const headers = await ensureGuest(server, context.origin);
  const outcome = await write(server, form);
  return data(outcome, { headers, status: statusOf(outcome) });
}

async function write({ api }: ServerApi, form: FormData): Promise<Outcome | null> {
  const intent = form.get("intent");
  if (intent === "remove")
    return removeMovies(form.getAll("id").map(String), (ids) => api.post("progress/remove", { ids }));
  if (intent === "restore")
    return restoreMovies<KeptProgress>(form.get("kept"), {
      atOnce: placesAtOnce,
      restore: (items) => api.post("progress/restore", { items }),
    });
  if (intent === "clear") {
    const answer = await api.post("progress/clear", {});
    return succeeded(answer) ? { done: "cleared" } : { failed: answer.m, ids: [] };
  }
  if (intent !== "pause" && intent !== "record") return null;
  const answer = await api.post("profile/recording", { paused: intent === "pause" });
  return succeeded(answer) ? { done: "recording" } : { failed: answer.m, ids: [] };
}

export { heldClientAction as clientAction } from "../../../lib/send-form.ts";

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function WatchHistory() {
  const { list, q, confirming, now } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const fetchPage = useFetchPage("progress/list", (cursor) => ({ q, cursor, limit: pageLength }));
  return (
    <HistoryList
      key={q ?? ""}
      list={list}
      q={q}
      confirming={confirming}
      now={now}
      outcome={outcome}
      fetchPage={fetchPage}
    />
  );
}
