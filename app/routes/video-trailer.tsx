import { data, redirect, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cardAddress } from "../../contract/catalogue/card-address.ts";
import { codes } from "../../contract/codes.ts";
import { Player } from "../features/player/player.tsx";
import { sharedOf } from "../features/player/shared.ts";
import "../features/player/watch.css";
import { useBrowserSession } from "../features/session/session-provider.tsx";
import { serverApi } from "../lib/api.server.ts";
import { pageFacts, pageMeta } from "../lib/page-meta.ts";
import type { loader as rootLoader } from "../root.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { RouteErrorBoundary } from "../ui/error-boundary.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { WholePendingPage } from "./shell-bars.tsx";

/** A title's trailer, which everyone may watch. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { api, t, locale, unwrap } = await serverApi(request, context);
  const id = params.id ?? "";
  const detail = await api.get("movie/detail", { id });
  // The API refuses a malformed id as invalid: the reader sees "not found".
  if (detail.c === codes.invalid.c) throw data({ message: t("errors.not_found") }, { status: 404 });
  const movie = unwrap(detail);
  if (movie.trailer === undefined) throw redirect(`/video/${movie.id}`, 303);
  return {
    movie,
    playback: unwrap(await api.get("playback/start", { id: movie.trailer })),
    still: `${movie.artwork.path}/backdrop-${context.device === "mobile" ? 640 : 1280}.webp?v=${movie.artwork.version}`,
    shared: {
      ...sharedOf(movie, { index: 1, origin: context.origin }),
      url: `${context.origin}/video/${movie.id}/trailer`,
      embedUrl: null,
    },
    page: pageFacts(request, context, {
      title: `${t("movie.trailer")}: ${movie.title} · ${t("app.name")}`,
      description: movie.description.slice(0, 200) || t("app.description"),
      siteName: t("app.name"),
      image: cardAddress(movie, locale),
      // The title's own page is the one to be found.
      address: `/video/${movie.id}`,
    }),
  };
}

export const meta = ({ data: answer }: MetaArgs<typeof loader>) => [
  ...pageMeta(answer?.page),
  ...(answer
    ? [{ tagName: "link", rel: "preload", as: "image", href: answer.still, fetchPriority: "high" }]
    : []),
];

/** Trailers have no place to go on from. */
const saveNothing = () => undefined;

export default function Trailer() {
  const { t } = useTranslation();
  const { movie, playback, still, shared } = useLoaderData<typeof loader>();
  const { dataSaver } = useRouteLoaderData<typeof rootLoader>("root") ?? {};
  const session = useBrowserSession();
  const here = `/video/${movie.id}/trailer`;
  return (
    <div className="frame">
      <div className="page">
        <main id="content" className="watch">
          <div className="stage stage-video">
            <BackLink to={`/video/${movie.id}`} className="stage-back" />
            <Player
              playback={playback}
              poster={still}
              here={here}
              shared={shared}
              save={saveNothing}
              api={session?.api ?? null}
              title={movie.title}
              episodeTitle={t("movie.trailer")}
              everyS={3_600}
              dataSaver={dataSaver ?? false}
            />
          </div>
          <div className="watch-words">
            <p className="text-sm font-semibold text-curtain-deep">{t("movie.trailer")}</p>
            <h1 className="own-words text-2xl font-extrabold tracking-tight">{movie.title}</h1>
            <PageLink to={`/video/${movie.id}`} className="button button-primary mt-4">
              <Play aria-hidden="true" className="flip size-4.5" />
              {t(movie.ready ? "home.play" : "movie.toTitle")}
            </PageLink>
            <p className="own-words mt-4 max-w-prose leading-relaxed text-ink-soft">{movie.description}</p>
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
