import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { codeName } from "../../contract/codes.ts";
import { succeeded, type Envelope } from "../../contract/envelope.ts";
import type { PlaybackStart } from "../../contract/index.ts";
import { embedPage, embedPolicy, streamOf, type Embedded } from "../features/embed/embed-page.server.ts";
import { dataOf } from "../features/found/call-failed.ts";
import { answerFound, foundApi, notFound } from "../features/found/found-api.server.ts";
import { episodeOf } from "../features/player/now-playing.ts";

/**
 * `/embed/<id>/<index>`: a player for the frames of other sites, in the language that the address names; below it the
 * parts of that page. No session is read: the visitor is one of the other site.
 */
export function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const { id = "", part } = params;
  const index = episodeOf(params.index);
  const { api, t, locale } = foundApi(request, context);
  return answerFound(async () => {
    const movie = dataOf(await api.get("movie/detail", { id }));
    const episode = movie.episodeList.find((one) => one.index === index);
    if (movie.embedSites === undefined || !episode) return notFound();
    const start = await api.get("playback/start", { id, index: episode.index });
    if (part !== undefined) {
      const address = succeeded(start) && !movie.premiereOn ? streamOf(start.d, part) : null;
      return address === null ? notFound() : redirect(address, { headers: { "Cache-Control": "no-store" } });
    }
    const { origin } = context;
    const stage = stageOf(start, movie.premiereOn);
    const fromS = Number(/^\d{1,5}$/.exec(new URL(request.url).searchParams.get("t") ?? "")?.[0] ?? 0);
    return new Response(
      embedPage({ movie, episode, stage, t, locale, own: context.brand.language, origin, fromS }),
      {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Cache-Control": "public, max-age=60",
          "Content-Security-Policy": embedPolicy(movie.embedSites, stage),
          // Listed is the page of the title.
          "X-Robots-Tag": "noindex, indexifembedded",
        },
      },
    );
  });
}

/** @throws CallFailed for a failure that no visitor has to know */
function stageOf(start: Envelope<PlaybackStart>, premiereOn: string | undefined): Embedded["stage"] {
  if (premiereOn) return { closed: "soon" };
  const name = codeName(start.c);
  if (name === "not_ready") return { closed: "soon" };
  if (name === "vip_required" || name === "sign_in_required") return { closed: "needs" };
  return { playback: dataOf(start) };
}
