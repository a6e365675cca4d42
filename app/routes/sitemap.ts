import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerText, readyText } from "../features/found/answer.server.ts";
import { dataOf } from "../features/found/call-failed.ts";
import { answerFound, foundApi, notFound } from "../features/found/found-api.server.ts";
import { sitemapIndex } from "../features/found/sitemap.ts";

/** `/sitemap.xml`: the parts there are. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { api } = foundApi(request, context);
  return answerFound(async () => {
    if (!dataOf(await api.get("config", {})).indexing) return notFound();
    const { movies, people } = dataOf(await api.get("sitemap/parts", {}));
    const counts = { pages: 1, movies: movies.length, people: people.length };
    const index = readyText(sitemapIndex(context.origin, counts));
    return answerText(request, index, { type: "application/xml", maxAgeS: 600 });
  });
}
