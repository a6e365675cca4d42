import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { codes } from "../../../../contract/codes.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { KeptProgress, OutputOf } from "../../../../contract/index.ts";
import { HistoryList } from "../../../features/my-list/history-list.tsx";
import { inPieces, readKept, type Outcome } from "../../../features/my-list/outcome.ts";
import { serverApi, type ServerApi } from "../../../lib/api.server.ts";
import { ensureGuest } from "../../../lib/guest.server.ts";
import { pageFacts, pageMeta } from "../../../lib/page-meta.ts";
import { isUnsent, softly } from "../../../lib/soft-action.ts";

const empty: OutputOf<"progress/list"> = { items: [], next: null, paused: false };
/** Places of one `progress/restore`. */
const placesAtOnce = 300;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const search = new URL(request.url).searchParams;
  const q = search.get("q")?.trim().slice(0, 100) || undefined;
  const cursor = search.get("cursor") ?? undefined;
  const answer = signed() ? await api.get("progress/list", { q, cursor, limit: 24 }) : null;
  return {
    // Whoever has no session, or no longer, has no history.
    list: answer === null || answer.c === codes.unauthorised.c ? empty : unwrap(answer),
    q,
    confirming: search.get("confirm") === "clear",
    now: new Date().toISOString(),
    page: pageFacts(request, context, {
      title: `${t("myList.history")} · ${t("app.name")}`,
      description: t("history.description"),
      siteName: t("app.name"),
      indexed: !signed(),
    }),
  };
}

/** Removes a title, takes that back, deletes everything, pauses or goes on (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await request.formData();
  const headers = await ensureGuest(server, context.origin);
  const outcome = await write(server, form);
  return data(outcome, { headers, status: outcome && "failed" in outcome ? 422 : 200 });
}

async function write(server: ServerApi, form: FormData): Promise<Outcome | null> {
  const { api } = server;
  const intent = form.get("intent");
  if (intent === "remove") return remove(server, form.getAll("id").map(String).slice(0, 100));
  if (intent === "restore") return restore(server, readKept<KeptProgress>(form.get("kept")));
  if (intent === "clear") {
    const answer = await api.post("progress/clear", {});
    return succeeded(answer) ? { done: "cleared" } : { failed: answer.m, ids: [] };
  }
  if (intent !== "pause" && intent !== "record") return null;
  const answer = await api.post("profile/recording", { paused: intent === "pause" });
  return succeeded(answer) ? { done: "recording" } : { failed: answer.m, ids: [] };
}

async function remove({ api }: ServerApi, ids: string[]): Promise<Outcome | null> {
  const answer = await api.post("progress/remove", { ids });
  if (!succeeded(answer)) return { failed: answer.m, ids };
  const { removed } = answer.d;
  if (removed.length === 0) return null;
  return { done: "removed", ids: [...new Set(removed.map(({ id }) => id))], kept: JSON.stringify(removed) };
}

async function restore({ api }: ServerApi, kept: KeptProgress[]): Promise<Outcome | null> {
  for (const items of inPieces(kept, placesAtOnce)) {
    const answer = await api.post("progress/restore", { items });
    if (!succeeded(answer)) return { failed: answer.m, ids: [] };
  }
  return kept.length === 0 ? null : { done: "restored", ids: kept.map(({ id }) => id) };
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  softly<unknown>(request, serverAction);

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  !isUnsent(args.actionResult) && args.defaultShouldRevalidate;

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function WatchHistory() {
  const { list, q, confirming, now } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return <HistoryList key={q ?? ""} list={list} q={q} confirming={confirming} now={now} outcome={outcome} />;
}
