import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { cardAddress } from "../../contract/catalogue/card-address.ts";
import { codes } from "../../contract/codes.ts";
import { succeeded } from "../../contract/envelope.ts";
import type { Envelope, OutputOf, PlaybackStart } from "../../contract/index.ts";
import { RelatedRow } from "../features/catalogue/related-row.tsx";
import { keptCopy } from "../features/downloads/kept-playback.ts";
import { CopyStage } from "../features/downloads/copy-stage.tsx";
import { writeFavourite } from "../features/my-list/write-favourite.server.ts";
import { afterwardsOf } from "../features/player/afterwards.ts";
import { EpisodeList } from "../features/player/episode-list.tsx";
import { episodeOf, notMade } from "../features/player/now-playing.ts";
import { goOnWith } from "../features/player/go-on.tsx";
import { MovieFacts } from "../features/player/movie-facts.tsx";
import { reachedBy } from "../features/player/needs.ts";
import { Player } from "../features/player/player.tsx";
import { TeaserStrip } from "../features/player/teaser-strip.tsx";
import { stageOf } from "../features/player/stage.ts";
import { sharedOf } from "../features/player/shared.ts";
import { stopStream } from "../features/player/stop-stream.server.ts";
import { sharesOf, useSeries } from "../features/player/use-series.ts";
import { ClosedStage, ReloadHint } from "../features/player/preparing.tsx";
import "../features/player/watch.css";
import { writeVote } from "../features/vote/write-vote.server.ts";
import { serverApi } from "../lib/api.server.ts";
import { RouteErrorBoundary } from "../ui/error-boundary.tsx";
import { episodeTitle } from "../lib/episode-words.ts";
import { feedLink, oembedLink, pageFacts, pageMeta } from "../lib/page-meta.ts";
import { readFields } from "../lib/read-fields.server.ts";
import { safeRedirect } from "../lib/safe-redirect.ts";
import { useSessionFact } from "../features/session/session-provider.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { WholePendingPage } from "./shell-bars.tsx";
import { VideoActions } from "./video-actions.tsx";
import { useWrites } from "./video-writes.ts";
import { BackLink } from "../ui/back-link.tsx";

const relatedLength = 12;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const { api, t, locale, unwrap, signed } = server;
  const id = params.id ?? "";
  const index = episodeOf(params.index);
  if (index === null) throw data({ message: t("errors.not_found") }, { status: 404 });
  const [detail, start, progress, favourite, vote] = await Promise.all([
    api.get("movie/detail", { id }),
    api.get("playback/start", { id, index }),
    signed() ? api.get("progress/of", { id }) : null,
    signed() ? api.get("favourite/has", { id }) : null,
    signed() ? api.get("vote/of", { id }) : null,
  ]);
  // The API refuses a malformed id as invalid: the reader sees "not found".
  if (detail.c === codes.invalid.c) throw data({ message: t("errors.not_found") }, { status: 404 });
  const movie = unwrap(detail);
  const { premiereOn } = movie;
  // An announced series may have no episode yet.
  const expected = premiereOn && index === 1 ? notMade(movie) : undefined;
  const episode = movie.episodeList.find((one) => one.index === index) ?? expected;
  if (!episode) throw data({ message: t("errors.not_found") }, { status: 404 });
  const search = new URL(request.url).searchParams;
  const wholeSeries = movie.kind === "series" && params.index === undefined && signed();
  const [like, latest] = await Promise.all([
    api.get("movie/list", { genre: movie.genres[0], sort: "popular", limit: relatedLength + 1 }),
    wholeSeries ? api.get("progress/list", { q: movie.title, limit: 10 }) : null,
  ]);
  return {
    movie,
    episode,
    stage: premiereOn
      ? { kind: "announced" as const, premiereOn }
      : stageOf(start, { level: episode.access, unwrap, search, keptCopy }),
    /** Shown until the first frame; a phone's is small enough to load before the player. */
    still: `${movie.artwork.path}/backdrop-${context.device === "mobile" ? 640 : 1280}.webp?v=${movie.artwork.version}`,
    streams: start.c === codes.too_many_streams.c ? unwrap(await api.get("stream/list", {})) : null,
    goOn: latest && succeeded(latest) ? goOnWith(movie, index, latest.d.items) : null,
    /** What the user has made of the movie. */
    own: {
      favourite: favourite !== null && succeeded(favourite) && favourite.d.added,
      liked: vote !== null && succeeded(vote) ? vote.d.liked : null,
    },
    // The page works without related movies.
    related: succeeded(like) ? like.d.items.filter(({ id }) => id !== movie.id).slice(0, relatedLength) : [],
    shared: sharedOf(movie, { index, origin: context.origin }),
    shares: sharesOf(progress && succeeded(progress) ? progress.d.items : []),
    page: pageFacts(request, context, {
      title: `${movie.title} (${movie.year}) · ${t("app.name")}`,
      description: movie.description.slice(0, 200) || t("app.description"),
      siteName: t("app.name"),
      image: cardAddress(movie, locale, context.brand.name),
      kind: movie.kind === "film" ? "video.movie" : index > 1 ? "video.episode" : "video.tv_show",
      // The first episode's page is that of its title.
      address: index === 1 ? `/video/${movie.id}` : `/video/${movie.id}/${index}`,
    }),
  };
}

/** Adds the movie to the list or removes it, or takes a vote, for a page without scripts. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const fields = await readFields(request, context);
  const intent = fields.get("intent");
  const asked = { id: params.id ?? "", intent, origin: context.origin };
  if (intent === "stop-stream") await stopStream(server, fields.get("stream"));
  const headers = { ...(await writeFavourite(server, asked)), ...(await writeVote(server, asked)) };
  return redirect(safeRedirect(new URL(request.url).pathname), { status: 303, headers });
}

export const meta = ({ data: answer }: MetaArgs<typeof loader>) => [
  ...pageMeta(answer?.page),
  ...(answer?.movie.kind === "series"
    ? [feedLink(answer.page, `/feed/series/${answer.movie.id}.xml`, answer.movie.title)]
    : []),
  ...(answer?.shared.embedUrl ? [oembedLink(answer.page)] : []),
  // Browsers find a video's poster late and load it last; it is the largest element on the screen.
  ...(answer
    ? [{ tagName: "link", rel: "preload", as: "image", href: answer.still, fetchPriority: "high" }]
    : []),
];

export default function Video() {
  const { t } = useTranslation();
  const loaded = useLoaderData<typeof loader>();
  const { movie, episode, stage, shares, related, still, shared } = loaded;
  const { config, dataSaver } = useRouteLoaderData<typeof rootLoader>("root") ?? {};
  const member = useSessionFact(({ info }) => info?.anonymous === 0);
  const reached = useSessionFact(({ info }) => reachedBy(info));
  const here = `/video/${movie.id}${movie.kind === "series" ? `/${episode.index}` : ""}`;
  const series = useSeries({ movie, current: episode.index, shares, reached });
  const writes = useWrites(movie, episode.index);
  const { session, api, save, offer } = writes;
  const poster = stage.kind === "kept" ? `/kept/${stage.licence}/still.webp` : still;
  const player = (playback: PlaybackStart) => (
    <Player
      playback={playback}
      poster={poster}
      series={series}
      afterwards={afterwardsOf(related, reached)}
      here={here}
      shared={shared}
      member={member}
      access={episode.access}
      save={save}
      api={api}
      title={movie.title}
      episodeTitle={series ? episodeTitle(t, episode, movie.seasons) : null}
      dataSaver={dataSaver ?? false}
      kept={stage.kind === "kept"}
      {...settingsOf(config)}
    />
  );
  return (
    <div className="frame">
      <div className="page">
        <main id="content" className="watch">
          <div className={stage.kind === "player" || stage.kind === "kept" ? "stage stage-video" : "stage"}>
            <BackLink to="/" className="stage-back" />
            {stage.kind === "player" ? player(stage.playback) : null}
            {stage.kind === "kept" ? (
              <CopyStage {...stage} key={stage.licence} path={here} still={poster} api={session?.api ?? null}>
                {player}
              </CopyStage>
            ) : null}
            <ClosedStage
              stage={stage}
              movie={movie}
              index={episode.index}
              here={here}
              member={member}
              streams={loaded.streams}
            />
          </div>
          <div className="watch-words">
            {stage.kind === "player" && <TeaserStrip playback={stage.playback} to={here} member={member} />}
            {"playback" in stage ? <ReloadHint here={here} /> : null}
            <MovieFacts
              movie={movie}
              episode={episode}
              resumeAtS={stage.kind === "player" ? stage.playback.positionS : 0}
              shared={shared}
            >
              <VideoActions loaded={loaded} writes={writes} here={here} />
            </MovieFacts>
            {offer}
          </div>
          {series ? (
            <div className="watch-words">
              <EpisodeList {...series} />
            </div>
          ) : null}
          <div className="watch-more">
            <RelatedRow items={related} />
          </div>
        </main>
      </div>
      <WholePendingPage />
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <div className="frame">
      <RouteErrorBoundary />
    </div>
  );
}

/** The service's settings for the player; usual ones while the service does not answer. */
function settingsOf(config: Envelope<OutputOf<"config">> | undefined) {
  const { progress, castReceiver = null } = config && succeeded(config) ? config.d : {};
  return { everyS: progress?.everyS ?? 10, castReceiver };
}
