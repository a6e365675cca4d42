import { useRouteLoaderData } from "@remix-run/react";
import { Clapperboard } from "lucide-react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../contract/envelope.ts";
import type { Episode, Movie, PlaybackStart } from "../../contract/index.ts";
import { DownloadButton, factsOf } from "../features/downloads/download-button.tsx";
import { FavouriteButton } from "../features/my-list/favourite-button.tsx";
import { GoOnLink } from "../features/player/go-on.tsx";
import { ReportLink } from "../features/player/report-link.tsx";
import { VoteButtons } from "../features/vote/vote-buttons.tsx";
import { PageLink } from "../ui/page-link.tsx";
import type { loader as rootLoader } from "../root.tsx";
import type { useWrites } from "./video-writes.ts";

type Loaded = {
  movie: Movie;
  episode: Episode;
  stage: { kind: string; playback?: PlaybackStart };
  /** What the user has made of the movie. */
  own: { favourite: boolean; liked: boolean | null };
  /** The episode to go on with. */
  goOn: ComponentProps<typeof GoOnLink>["episode"];
};
type Writes = Pick<ReturnType<typeof useWrites>, "session" | "keep" | "vote">;

/** What a user does with a movie, beside watching it. */
export function VideoActions({ loaded, writes, here }: { loaded: Loaded; writes: Writes; here: string }) {
  const { t } = useTranslation();
  const { movie, episode, stage, own, goOn } = loaded;
  const { session, keep, vote } = writes;
  const { config } = useRouteLoaderData<typeof rootLoader>("root") ?? {};
  return (
    <>
      <GoOnLink movie={movie} episode={goOn} />
      {movie.trailer ? (
        <PageLink to={`/video/${movie.id}/trailer`} className="button button-quiet">
          <Clapperboard aria-hidden="true" className="size-4.5" />
          {t("movie.trailer")}
        </PageLink>
      ) : null}
      <FavouriteButton added={own.favourite} action={here} onChange={keep} />
      <VoteButtons liked={own.liked} action={here} onChange={vote} />
      {stage.playback && !stage.playback.teaser ? (
        <DownloadButton
          item={factsOf(t, movie, episode)}
          api={session?.api ?? null}
          allowed={stage.playback.downloadable}
          policy={config && succeeded(config) ? config.d.downloads : "nobody"}
        />
      ) : null}
      <ReportLink movieId={movie.id} index={episode.index} here={here} />
    </>
  );
}
