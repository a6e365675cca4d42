import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { FavouriteItem, KeptFavourite, Page } from "../../../../contract/index.ts";
import { DownloadsTab } from "../../../features/downloads/downloads-tab.tsx";
import { readChoice } from "../../../features/my-list/choice.ts";
import { FavouriteWall } from "../../../features/my-list/favourite-wall.tsx";
import { pageOr, removeMovies, restoreMovies, statusOf } from "../../../features/my-list/write.ts";
import { useBrowserSession } from "../../../features/session/session-provider.tsx";
import { useFetchPage } from "../../../features/session/use-fetch-page.ts";
import { serverApi } from "../../../lib/api.server.ts";
import { ensureGuest } from "../../../lib/guest.server.ts";
import { pageFacts, pageMeta } from "../../../lib/page-meta.ts";
import { readFields } from "../../../lib/read-fields.server.ts";

const empty: Page<FavouriteItem> = { items: [], next: null };
const pageLength = 36;
/** Entries of one `favourite/restore`: with long titles no more fit into a body. */
const entriesAtOnce = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const search = new URL(request.url).searchParams;
  const choice = readChoice(search);
  const cursor = search.get("cursor") ?? undefined;
  const isList = search.get("list") !== "downloads";
  const answer =
    isList && signed() ? await api.get("favourite/list", { ...choice, cursor, limit: pageLength }) : null;
  return {
    list: pageOr(answer, { empty, unwrap }),
    choice,
    page: pageFacts(request, context, {
      title: `${t(isList ? "myList.title" : "downloads.title")} · ${t("app.name")}`,
      description: t("myList.description"),
      siteName: t("app.name"),
    }),
  };
}

/** Removes movies, or undoes that (`intent`). The answer says what to undo. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const { api } = server;
  const form = await readFields(request, context);
  const headers = await ensureGuest(server, context.origin);
  const outcome =
    form.get("intent") === "restore"
      ? await restoreMovies<KeptFavourite>(form.get("kept"), {
          atOnce: entriesAtOnce,
          restore: (items) => api.post("favourite/restore", { items }),
        })
      : await removeMovies(form.getAll("id").map(String), (ids) => api.post("favourite/remove", { ids }));
  return data(outcome, { headers, status: statusOf(outcome) });
}

export { heldClientAction as clientAction } from "../../../lib/send-form.ts";

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** Two of the list's parts share this address: the user's list, and this device's downloads (`?list=downloads`). */
export default function MyList() {
  const [search] = useSearchParams();
  const session = useBrowserSession();
  return search.get("list") === "downloads" ? <DownloadsTab api={session?.api ?? null} /> : <Favourites />;
}

function Favourites() {
  const { list, choice } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const fetchPage = useFetchPage("favourite/list", (cursor) => ({ ...choice, cursor, limit: pageLength }));
  return (
    <FavouriteWall
      key={JSON.stringify(choice)}
      list={list}
      choice={choice}
      outcome={outcome}
      fetchPage={fetchPage}
    />
  );
}
