import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { Film, Series } from "./film.ts";
import "./player.css";
import { createPreferences, type PreferenceStore } from "./preferences.ts";
import { PreviewChip } from "./preview-strip.tsx";
import type { Place } from "./progress-saver.ts";
import { reportUrl } from "./report-link.tsx";
import { StageState } from "./stage-state.tsx";
import { useControls, type ControlsComponent } from "./use-controls.ts";
import { useDevice } from "./use-device.ts";
import { usePlayer } from "./use-player.ts";
import { useQuality } from "./use-quality.ts";

export type PlayerProps = {
  playback: PlaybackStart;
  /** URL of the still shown before the first frame. */
  poster: string;
  title: string;
  episodeTitle?: string | null;
  /** The episodes around this one; null for a film. */
  series?: Series | null;
  /** Address of the film: where the way to a membership or an account leads back to. */
  here: string;
  /** Who watches has an account. */
  member?: boolean;
  /** Seconds between two saves of the place. */
  everyS: number;
  /** Fetch nothing of the film before somebody plays it. */
  dataSaver?: boolean;
  save: (place: Place, leaving: boolean) => void;
  /** For fresh URLs before the old ones end, and for telling how well the film plays; null = nobody to ask yet. */
  api?: Pick<ApiClient, "get" | "post"> | null;
};

/**
 * The film's place on the page. It stays when the episode changes, the video with it: so do fullscreen, the small window
 * over other pages, the volume, and the other screen it is shown on.
 *
 * As the server sends it, the browser plays it with its own controls from the saved place; scripts then put our controls
 * and the tuned HLS player around the same element. Without scripts a second element stands in its place, whose delivery
 * is recorded as progress, since nobody else could keep the place.
 */
export function Player(props: PlayerProps) {
  const { poster, title, here } = props;
  const box = useRef<HTMLDivElement>(null);
  const media = useRef<HTMLVideoElement>(null);
  const [preferences] = useState(() => createPreferences(() => localStorage));
  const latest = useStaged(props.playback, media);
  const [renewed, setRenewed] = useState(latest);
  const Controls = useControls(media);
  const playback = isSame(renewed, latest) ? renewed : latest;
  const from = playback.positionS > 0 ? `#t=${playback.positionS}` : "";
  const shared = {
    className: "player-video",
    playsInline: true,
    preload: "none",
    poster,
    "aria-label": title,
  };
  return (
    // The picture and its bar run from left to right in every language; sheets and words in their own direction.
    <div ref={box} className="player" dir="ltr" tabIndex={-1}>
      <noscript>
        <video {...shared} controls>
          <Sources
            hls={playback.hlsTracked + from}
            progressive={playback.progressive + from}
            playback={playback}
          />
        </video>
      </noscript>
      {/* A starter in the document's head may have given it a source before React has seen it. */}
      <video {...shared} ref={media} data-film="" controls={!Controls} suppressHydrationWarning>
        <Sources hls={playback.hls + from} progressive={playback.progressive + from} playback={playback} />
      </video>
      <PreviewChip playback={playback} to={here} />
      <FilmOnStage
        key={`${latest.id}/${latest.index}/${latest.preview ? "preview" : "whole"}`}
        {...props}
        {...{ playback: latest, box, media, preferences, Controls }}
        onRenewed={setRenewed}
      />
    </div>
  );
}

/** The same film or episode, and as much of it. */
function isSame(one: PlaybackStart, other: PlaybackStart): boolean {
  const parts = [one, other].map(({ preview }) => preview !== null);
  return one.id === other.id && one.index === other.index && parts[0] === parts[1];
}

/**
 * What is on the stage of what the page's data say. A preview gives way to the whole film; the whole film to a preview
 * only where it has not begun: whoever has lost their right to a film that runs is told so, at their place.
 */
function useStaged(given: PlaybackStart, media: RefObject<HTMLVideoElement>): PlaybackStart {
  const [staged, setStaged] = useState(given);
  const sameFilm = staged.id === given.id && staged.index === given.index;
  const begun = (media.current?.played.length ?? 0) > 0;
  if (sameFilm && given.preview && !staged.preview && begun) return staged;
  if (staged !== given) setStaged(given);
  return given;
}

type FilmOnStageProps = PlayerProps & {
  box: RefObject<HTMLDivElement>;
  media: RefObject<HTMLVideoElement>;
  preferences: PreferenceStore;
  Controls: ControlsComponent | null;
  /** Told of the film's latest URLs. */
  onRenewed: (playback: PlaybackStart) => void;
};

/** All that is about one film or episode: its store, its source, its controls. */
function FilmOnStage(props: FilmOnStageProps) {
  const { poster, title, box, media, preferences, Controls, everyS, save, onRenewed } = props;
  const { episodeTitle = null, series = null, dataSaver = false, api = null } = props;
  const { here, member = false } = props;
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const { store, playback, retry, isWhole } = usePlayer({
    ...{ media, box, playback: props.playback, preferences, everyS, dataSaver, save, api },
    locale: i18n.language,
  });
  useEffect(() => onRenewed(playback), [onRenewed, playback]);
  useQuality({ store, media, playback, locale: i18n.language, api });
  const { id, index } = playback;
  const report = (positionS: number) => reportUrl({ movieId: id, index, here }, positionS);
  const base = series?.base;
  const goTo = useCallback((index: number) => base && navigate(`${base}/${index}`), [base, navigate]);
  useDevice({ store, media, poster, title, episodeTitle, series, goTo });
  const film = useMemo<Film | null>(() => {
    if (!Controls || !media.current || !box.current) return null;
    const said = { title, episodeTitle, series, dataSaver, goTo, here, member, retry, isWhole };
    return { ...said, store, preferences, playback, media: media.current, box: box.current };
  }, [
    Controls,
    box,
    media,
    store,
    preferences,
    playback,
    title,
    episodeTitle,
    series,
    dataSaver,
    goTo,
    here,
    member,
    retry,
    isWhole,
  ]);
  return (
    <>
      {film && Controls ? <Controls film={film} /> : null}
      <StageState store={store} ready={film !== null} retry={retry} report={report} />
    </>
  );
}

type SourcesProps = { hls: string; progressive: string; playback: PlaybackStart };

function Sources({ hls, progressive, playback }: SourcesProps) {
  const { t } = useTranslation();
  return (
    <>
      <source src={hls} type="application/vnd.apple.mpegurl" />
      <source src={progressive} type="video/mp4" />
      {playback.subtitles.map(({ id, kind, locale, label, url }) => (
        <track
          key={`${playback.id}/${playback.index}/${id}`}
          data-subtitles={id}
          kind={kind}
          srcLang={locale}
          label={label}
          src={url}
        />
      ))}
      {t("player.noVideo")} <a href={progressive}>{t("player.download")}</a>
    </>
  );
}
