import type { LoaderFunctionArgs } from "@remix-run/node";
import { namedBy, oembedOf, oembedXml } from "../features/embed/oembed.server.ts";
import { answerText, readyText } from "../features/found/answer.server.ts";
import { dataOf } from "../features/found/call-failed.ts";
import { answerFound, foundApi, notFound } from "../features/found/found-api.server.ts";

/** `/oembed?url=`: how other sites show a movie of ours (https://oembed.com), as JSON or XML. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { api, t } = foundApi(request, context);
  const { origin } = context;
  const { searchParams: asked } = new URL(request.url);
  const format = asked.get("format") ?? "json";
  return answerFound(async () => {
    if (format !== "json" && format !== "xml") return new Response("json or xml\n", { status: 501 });
    const named = namedBy(asked.get("url") ?? "", origin);
    if (!named) return notFound();
    const id = "id" in named ? named.id : dataOf(await api.get("movie/short", { code: named.code })).id;
    const { index } = named;
    const movie = dataOf(await api.get("movie/detail", { id }));
    if (movie.embedSites === undefined || !movie.episodeList.some((one) => one.index === index))
      return notFound();
    const most = { width: pixels(asked.get("maxwidth")), height: pixels(asked.get("maxheight")) };
    const fields = oembedOf({ movie, index, origin, provider: t("app.name"), most });
    const answer =
      format === "json"
        ? answerText(request, readyText(JSON.stringify(fields)), { type: "application/json", maxAgeS: 300 })
        : answerText(request, readyText(oembedXml(fields)), { type: "text/xml", maxAgeS: 300 });
    // It is the same for everyone: a page of another site may read it.
    answer.headers.set("Access-Control-Allow-Origin", "*");
    return answer;
  });
}

function pixels(written: string | null): number | undefined {
  return written !== null && /^[1-9]\d{0,4}$/.test(written) ? Number(written) : undefined;
}
