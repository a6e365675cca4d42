import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode, AdminSeason, Encoding, SubtitleTrack } from "../../../../contract/index.ts";
import type { FormSource } from "../../../lib/send-directly.ts";
import type { Option } from "../../kit/options.ts";
import type { EpisodeVideo } from "./episode-extras.server.ts";
import type { Making } from "./captions-form.tsx";
import { EpisodePanel } from "./episode-panel.tsx";
import { EpisodeTabs } from "./episode-tabs.tsx";
import { AddEpisode, EpisodesPanel } from "./episodes-panel.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import type { MoviePart } from "./movie-parts.ts";
import { Panel } from "./panel.tsx";
import { SeasonPanel } from "./season-form.tsx";
import { SoundsPanel } from "./sounds-panel.tsx";
import { StillPanel } from "./still-panel.tsx";
import { SubtitlesPanel } from "./subtitles-panel.tsx";
import { VideoPanel } from "./video-panel.tsx";

type Props = PanelProps & {
  part: MoviePart;
  /** The open one; null if none is. */
  episode: AdminEpisode | null;
  /** The open season; null if none is. */
  season: AdminSeason | null;
  encoding: Encoding | null;
  video: EpisodeVideo | null;
  tracks: readonly SubtitleTrack[];
  subtitleLanguages: readonly Option[];
  making: Making | null;
  languages: readonly Option[];
  lang: string;
  forms: FormSource | null;
  /** Of a picture. */
  maxBytes: number;
  /** The place for the upload of another video. */
  children: ReactNode;
};

/** The parts of a movie that are about one of its episodes at a time. A film has one, and no list of them. */
export function EpisodeParts(props: Props) {
  const { t } = useTranslation();
  const { part, episode, encoding, tracks, subtitleLanguages, languages, lang, forms, children } = props;
  const { movie, outcome, editable, video, season } = props;
  const shared = { movie, outcome, editable };
  if (part !== "episodes" && part !== "video" && part !== "subtitles") return null;
  const form = episode ? (
    <EpisodePanel {...shared} episode={episode} languages={languages} lang={lang} />
  ) : null;
  if (part === "episodes")
    return (
      <>
        <EpisodesPanel
          {...shared}
          open={episode?.index ?? null}
          openSeason={season?.season ?? null}
          lang={lang}
        />
        {season ? <SeasonPanel {...shared} season={season} languages={languages} lang={lang} /> : null}
        {form}
        {episode ? (
          <StillPanel {...shared} episode={episode} maxBytes={props.maxBytes} forms={forms} />
        ) : null}
      </>
    );
  if (!episode)
    return (
      <Panel id="episodes" title={t("admin.movie.episodes")}>
        <p className="z-faint mb-3">{t("admin.movie.noEpisodes")}</p>
        {editable ? <AddEpisode movie={movie} /> : null}
      </Panel>
    );
  const { index } = episode;
  const tabs = movie.kind === "series" ? <EpisodeTabs movie={movie} current={index} lang={lang} /> : null;
  if (part === "subtitles")
    return (
      <>
        {tabs}
        <SubtitlesPanel
          {...shared}
          episode={episode}
          tracks={tracks}
          languages={subtitleLanguages}
          making={props.making}
          forms={forms}
        />
      </>
    );
  return (
    <>
      {tabs}
      <VideoPanel
        key={index}
        episode={episode}
        movieId={movie.id}
        encoding={encoding}
        editable={editable}
        playsBelow={movie.kind === "film"}
      >
        {children}
      </VideoPanel>
      {movie.kind === "film" ? form : null}
      {video ? <SoundsPanel key={JSON.stringify(video)} {...shared} video={video} /> : null}
    </>
  );
}
