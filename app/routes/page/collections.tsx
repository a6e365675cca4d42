import { redirect, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { codes } from "../../../contract/codes.ts";
import { succeeded } from "../../../contract/envelope.ts";
import type { CollectionName } from "../../../contract/index.ts";
import { CollectionsPage } from "../../features/collection/collections-page.tsx";
import { useFetchPage } from "../../features/session/use-fetch-page.ts";
import { serverApi } from "../../lib/api.server.ts";
import { cursorOf } from "../../lib/cursor-in-address.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";

const pageLength = 24;
const none: CollectionName[] = [];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const cursor = cursorOf(new URL(request.url).searchParams);
  const [answer, follows] = await Promise.all([
    api.get("collection/list", { cursor, limit: pageLength }),
    signed() ? api.get("follow/list", {}) : null,
  ]);
  // A cursor that is no longer valid: the list starts at its beginning.
  if (answer.c === codes.invalid.c && cursor) throw redirect("/page/collection", 303);
  return {
    list: unwrap(answer),
    // The page works without them.
    followed: follows && succeeded(follows) ? follows.d.items : none,
    cursor,
    page: pageFacts(request, context, {
      title: `${t("collection.title")} · ${t("app.name")}`,
      description: t("collection.text"),
      siteName: t("app.name"),
      // Search engines index only the first page of a list.
      indexed: cursor === undefined,
    }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Collections() {
  const { list, followed, cursor } = useLoaderData<typeof loader>();
  const fetchPage = useFetchPage("collection/list", (next) => ({ cursor: next, limit: pageLength }));
  return (
    <main id="content" className="search-page flex-1">
      <CollectionsPage list={list} followed={followed} cursor={cursor} fetchPage={fetchPage} />
    </main>
  );
}
