import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerPacked } from "../features/found/answer.server.ts";
import { dataOf } from "../features/found/call-failed.ts";
import { answerFound, foundApi, notFound, notNow } from "../features/found/found-api.server.ts";
import { entriesOf, isSitemap } from "../features/found/sitemap-entries.server.ts";
import { createPartStore } from "../features/found/sitemap-store.server.ts";

const store = createPartStore();

/** `/sitemap/<pages, movies or people>/<n>.xml`: one part of the sitemap, made of the database and kept a while. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const { of = "", part = "" } = params;
  if (!isSitemap(of) || !/^[1-9]\d{0,4}$/.test(part)) return notFound();
  const { api } = foundApi(request, context);
  const { origin } = context;
  return answerFound(async () => {
    if (!dataOf(await api.get("config", {})).indexing) return notFound();
    const entries = await entriesOf(api, { of, part: Number(part), origin });
    if (!entries) return notFound();
    const kept = await store.get(`${origin} ${of} ${part}`, entries);
    return kept === "busy"
      ? notNow(10)
      : answerPacked(request, kept, { type: "application/xml", maxAgeS: 300 });
  });
}
