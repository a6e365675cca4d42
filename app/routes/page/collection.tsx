import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { codes } from "../../../contract/codes.ts";
import { succeeded } from "../../../contract/envelope.ts";
import { CollectionPage } from "../../features/collection/collection-page.tsx";
import { collectionUrl } from "../../features/collection/collection-url.ts";
import { usePushOffer } from "../../features/notices/use-push-offer.tsx";
import { useBrowserSession } from "../../features/session/session-provider.tsx";
import { useFetchPage } from "../../features/session/use-fetch-page.ts";
import { serverApi } from "../../lib/api.server.ts";
import { cursorOf } from "../../lib/cursor-in-address.ts";
import { ensureGuest } from "../../lib/guest.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { showError } from "../../ui/toaster.tsx";

const pageLength = 24;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const id = params.id ?? "";
  const cursor = cursorOf(new URL(request.url).searchParams);
  const [answer, follow] = await Promise.all([
    api.get("collection/detail", { id, cursor, limit: pageLength }),
    signed() ? api.get("follow/has", { id }) : null,
  ]);
  // A malformed id is refused as invalid, and so is a cursor that is no longer valid: the list starts at its beginning.
  if (answer.c === codes.invalid.c) {
    if (cursor) throw redirect(collectionUrl({ id: encodeURIComponent(id) }), 303);
    throw data({ message: t("errors.not_found") }, { status: 404 });
  }
  const found = unwrap(answer);
  const { name, description } = found.collection;
  return {
    found,
    cursor,
    followed: follow !== null && succeeded(follow) && follow.d.followed,
    page: pageFacts(request, context, {
      title: `${name} · ${t("app.name")}`,
      description: description.slice(0, 200) || t("collection.description", { name }),
      siteName: t("app.name"),
      // Search engines index only the first page of a list.
      indexed: cursor === undefined,
    }),
  };
}

/** Follows the collection or stops it (`intent`), for a page without scripts. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const { api, unwrap } = server;
  const id = params.id ?? "";
  const isFollow = (await readFields(request, context)).get("intent") !== "unfollow";
  const headers = await ensureGuest(server, context.origin);
  unwrap(await api.post(isFollow ? "follow/add" : "follow/remove", { id }));
  return redirect(collectionUrl({ id: encodeURIComponent(id) }), { status: 303, headers });
}

export const meta = ({ data: answer }: MetaArgs<typeof loader>) => pageMeta(answer?.page);

export default function Collection() {
  const { found, cursor, followed } = useLoaderData<typeof loader>();
  const { id } = found.collection;
  const session = useBrowserSession();
  const fetchPage = useFetchPage("collection/detail", (next) => ({ id, cursor: next, limit: pageLength }));
  const offer = usePushOffer(session?.api ?? null, "collection");
  const follow = async (on: boolean) => {
    if (!session || !(await session.ensureSession())) return false;
    const options = { loading: false, toast: false, keepalive: true };
    const answer = await session.api.post(on ? "follow/add" : "follow/remove", { id }, options);
    if (!succeeded(answer)) showError(answer.m);
    else if (on) offer.ask(id);
    return succeeded(answer);
  };
  return (
    <main id="content" className="search-page flex-1">
      <CollectionPage
        key={id}
        found={found}
        cursor={cursor}
        fetchPage={fetchPage}
        followed={followed}
        onChange={follow}
        offer={offer.line}
      />
    </main>
  );
}
