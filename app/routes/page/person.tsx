import { data, redirect, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { codes } from "../../../contract/codes.ts";
import { PersonPage } from "../../features/person/person-page.tsx";
import { personUrl } from "../../features/person/person-url.ts";
import { useFetchPage } from "../../features/session/use-fetch-page.ts";
import { serverApi } from "../../lib/api.server.ts";
import { cursorOf } from "../../lib/cursor-in-address.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";

const pageLength = 24;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await serverApi(request, context);
  const id = params.id ?? "";
  const cursor = cursorOf(new URL(request.url).searchParams);
  const answer = await api.get("person/detail", { id, cursor, limit: pageLength });
  // A malformed id is refused as invalid, and so is a cursor that is no longer valid: the list starts at its beginning.
  if (answer.c === codes.invalid.c) {
    if (cursor) throw redirect(personUrl({ id: encodeURIComponent(id) }), 303);
    throw data({ message: t("errors.not_found") }, { status: 404 });
  }
  const found = unwrap(answer);
  const { name } = found.person;
  return {
    found,
    cursor,
    page: pageFacts(request, context, {
      title: `${name} · ${t("app.name")}`,
      description: t("person.description", { name }),
      siteName: t("app.name"),
      // Search engines index only the first page of a list.
      indexed: cursor === undefined,
    }),
  };
}

export const meta = ({ data: answer }: MetaArgs<typeof loader>) => pageMeta(answer?.page);

export default function Person() {
  const { found, cursor } = useLoaderData<typeof loader>();
  const { id } = found.person;
  const fetchPage = useFetchPage("person/detail", (next) => ({ id, cursor: next, limit: pageLength }));
  return (
    <main id="content" className="search-page flex-1">
      <PersonPage key={id} found={found} cursor={cursor} fetchPage={fetchPage} />
    </main>
  );
}
