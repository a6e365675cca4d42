import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { codes } from "../../../../contract/codes.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { FavouriteItem, KeptFavourite, Page } from "../../../../contract/index.ts";
import { readChoice } from "../../../features/my-list/choice.ts";
import { FavouriteWall } from "../../../features/my-list/favourite-wall.tsx";
import { inPieces, readKept, type Outcome } from "../../../features/my-list/outcome.ts";
import { serverApi, type ServerApi } from "../../../lib/api.server.ts";
import { ensureGuest } from "../../../lib/guest.server.ts";
import { pageFacts, pageMeta } from "../../../lib/page-meta.ts";
import { isUnsent, softly } from "../../../lib/soft-action.ts";

const empty: Page<FavouriteItem> = { items: [], next: null };
/** Ids of one `favourite/remove`, and entries of one `favourite/restore`: with long titles no more fit into a body. */
const idsAtOnce = 100;
const entriesAtOnce = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const search = new URL(request.url).searchParams;
  const choice = readChoice(search);
  const cursor = search.get("cursor") ?? undefined;
  const answer = signed() ? await api.get("favourite/list", { ...choice, cursor, limit: 36 }) : null;
  return {
    // Whoever has no session, or no longer, has an empty list.
    list: answer === null || answer.c === codes.unauthorised.c ? empty : unwrap(answer),
    choice,
    page: pageFacts(request, context, {
      title: `${t("myList.title")} · ${t("app.name")}`,
      description: t("myList.description"),
      siteName: t("app.name"),
      indexed: !signed(),
    }),
  };
}

/** Removes titles, or takes that back (`intent`). The answer says what to undo. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await request.formData();
  const headers = await ensureGuest(server, context.origin);
  const outcome =
    form.get("intent") === "restore"
      ? await restore(server, readKept<KeptFavourite>(form.get("kept")))
      : await remove(server, form.getAll("id").map(String));
  return data(outcome, { headers, status: outcome && "failed" in outcome ? 422 : 200 });
}

async function remove({ api }: ServerApi, ids: string[]): Promise<Outcome | null> {
  const removed: KeptFavourite[] = [];
  for (const piece of inPieces(ids, idsAtOnce)) {
    const answer = await api.post("favourite/remove", { ids: piece });
    if (!succeeded(answer)) return { failed: answer.m, ids };
    removed.push(...answer.d.removed);
  }
  if (removed.length === 0) return null;
  return { done: "removed", ids: removed.map(({ id }) => id), kept: JSON.stringify(removed) };
}

async function restore({ api }: ServerApi, kept: KeptFavourite[]): Promise<Outcome | null> {
  for (const items of inPieces(kept, entriesAtOnce)) {
    const answer = await api.post("favourite/restore", { items });
    if (!succeeded(answer)) return { failed: answer.m, ids: [] };
  }
  return kept.length === 0 ? null : { done: "restored", ids: kept.map(({ id }) => id) };
}

export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  softly<unknown>(request, serverAction);

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  !isUnsent(args.actionResult) && args.defaultShouldRevalidate;

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Favourites() {
  const { list, choice } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return <FavouriteWall key={JSON.stringify(choice)} list={list} choice={choice} outcome={outcome} />;
}
