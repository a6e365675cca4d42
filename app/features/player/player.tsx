import { useNavigate } from "@remix-run/react";
import { startTransition, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { AccessLevel } from "../../../contract/catalogue/values.ts";
import type { MovieCard, PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { NowPlaying, Series } from "./now-playing.ts";
import "./player.css";
import { PauseOnLeaving } from "./pause-on-leaving.ts";
import { createPreferences, type PreferenceStore } from "./preferences.ts";
import { TeaserChip } from "./teaser-strip.tsx";
import type { SavePlace } from "./progress-saver.ts";
import { reportUrl } from "./report-link.tsx";
import type { Shared } from "./share-card.tsx";
import { createSleepTimer, type SleepTimer } from "./sleep-timer.ts";
import { StageState } from "./stage-state.tsx";
import type { Casting } from "./cast/casting.ts";
import { useCasting, useShown } from "./use-casting.ts";
import { useControls, type ControlsComponent } from "./use-controls.ts";
import { useDevice, type UseDeviceOptions } from "./use-device.ts";
import { usePlayer } from "./use-player.ts";
import { useQuality } from "./use-quality.ts";
import { useStream } from "./use-stream.ts";

export type PlayerProps = {
  playback: PlaybackStart;
  /** URL of the still shown before the first frame. */
  poster: string;
  title: string;
  episodeTitle?: string | null;
  /** The episodes around this one; null for a film. */
  series?: Series | null;
  /** Offered at the end, where no episode follows. */
  afterwards?: MovieCard | null;
  /** Address of the page, to return to from a membership or sign-in. */
  here: string;
  /** What is shared of the video. */
  shared: Shared;
  /** The user has an account. */
  member?: boolean;
  /** The level that the episode needs; a refusal does not name the tier. */
  access?: AccessLevel;
  /** Seconds between two saves of the position. */
  everyS: number;
  /** Fetch no media before the user plays it. */
  dataSaver?: boolean;
  /** It plays the copy on this device. */
  kept?: boolean;
  /** Id of the receiver app for Chromecasts; null = films can't be cast. */
  castReceiver?: string | null;
  save: SavePlace;
  /** For fresh URLs before the old ones end, and for quality reports; null = not available yet. */
  api?: Pick<ApiClient, "get" | "post"> | null;
};

/**
 * The player on the page. It stays when the episode changes, and the video element with it: so do fullscreen,
 * picture-in-picture, the volume, and the remote screen.
 * As the server sends it, the browser plays it with its own controls from the saved position; scripts then add the
 * app's controls and the tuned HLS player around the same element. Without scripts a second element replaces it, whose
 * delivery is recorded as progress, since nothing else could save the position.
 */
export function Player(props: PlayerProps) {
  const { poster, title, here } = props;
  const box = useRef<HTMLDivElement>(null);
  const media = useRef<HTMLVideoElement>(null);
  const [preferences] = useState(() => createPreferences(() => localStorage));
  const [sleep] = useState(createSleepTimer);
  useEffect(() => sleep.stop, [sleep]);
  const casting = useCasting(props.kept ? null : (props.castReceiver ?? null));
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
    // The picture and its bar run from left to right in every language; sheets and texts in their own direction.
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
      {/* Early playback in the document's head may have given it a source before React hydrates it. */}
      <video {...shared} ref={media} data-player-video="" controls={!Controls} suppressHydrationWarning>
        <Sources hls={playback.hls + from} progressive={playback.progressive + from} playback={playback} />
      </video>
      <TeaserChip playback={playback} to={here} />
      <VideoOnStage
        key={`${latest.id}/${latest.index}/${latest.teaser ? "teaser" : "whole"}`}
        {...props}
        playback={latest}
        box={box}
        media={media}
        preferences={preferences}
        sleep={sleep}
        casting={latest.teaser ? null : casting}
        Controls={Controls}
        onRenewed={setRenewed}
      />
      <PauseOnLeaving media={media} />
    </div>
  );
}

/** The same episode, and as much of it. */
function isSame(one: PlaybackStart, other: PlaybackStart): boolean {
  const parts = [one, other].map(({ teaser }) => teaser !== null);
  return one.id === other.id && one.index === other.index && parts[0] === parts[1];
}

/**
 * Chooses the playback to show from the page's data. A teaser is replaced by the whole episode; the whole episode by a
 * teaser only before it has begun: if an entitlement ends during playback, the player says so at that position.
 */
function useStaged(given: PlaybackStart, media: RefObject<HTMLVideoElement>): PlaybackStart {
  const [staged, setStaged] = useState(given);
  const sameEpisode = staged.id === given.id && staged.index === given.index;
  const begun = (media.current?.played.length ?? 0) > 0;
  if (sameEpisode && given.teaser && !staged.teaser && begun) return staged;
  if (staged !== given) setStaged(given);
  return given;
}

type VideoOnStageProps = PlayerProps & {
  box: RefObject<HTMLDivElement>;
  media: RefObject<HTMLVideoElement>;
  preferences: PreferenceStore;
  sleep: SleepTimer;
  casting: Casting | null;
  Controls: ControlsComponent | null;
  /** Called with the latest URLs. */
  onRenewed: (playback: PlaybackStart) => void;
};

/** The parts that belong to one episode: its store, its source, its controls. */
function VideoOnStage(props: VideoOnStageProps) {
  const { poster, title, box, media, preferences, sleep, casting, Controls, everyS, save, onRenewed } = props;
  const { episodeTitle = null, series = null, afterwards = null, dataSaver = false } = props;
  const { here, shared, member = false, access = "free", kept = false, api = null } = props;
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const cast = useRef(casting);
  cast.current = casting;
  const elsewhere = () => cast.current?.state().phase === "connected";
  const { store, playback, retry, isWhole } = usePlayer({
    media,
    box,
    playback: props.playback,
    preferences,
    everyS,
    dataSaver,
    save,
    api,
    locale: i18n.language,
    elsewhere,
  });
  useEffect(() => onRenewed(playback), [onRenewed, playback]);
  useEffect(() => sleep.follow(store), [sleep, store]);
  const later = useLater();
  const { id, index } = playback;
  const ask = () => api?.get("playback/cast", { id, index }, { loading: false, toast: false });
  useShown(casting, { store, media, playback: props.playback, title, episodeTitle, poster, ask });
  const report = (positionS: number) => reportUrl({ movieId: id, index, here }, positionS);
  const base = series?.base;
  const goTo = useCallback((index: number) => base && navigate(`${base}/${index}`), [base, navigate]);
  const device = { store, media, poster, title, episodeTitle, series, goTo };
  const nowPlaying = useMemo<NowPlaying | null>(() => {
    if (!Controls || !media.current || !box.current) return null;
    const said = {
      title,
      episodeTitle,
      series,
      afterwards,
      dataSaver,
      goTo,
      here,
      shared,
      member,
      access,
      retry,
      isWhole,
    };
    return { ...said, store, preferences, sleep, casting, playback, media: media.current, box: box.current };
  }, [
    Controls,
    box,
    media,
    store,
    preferences,
    sleep,
    casting,
    playback,
    title,
    episodeTitle,
    series,
    afterwards,
    dataSaver,
    goTo,
    here,
    shared,
    member,
    access,
    retry,
    isWhole,
  ]);
  return (
    <>
      {nowPlaying && Controls ? <Controls nowPlaying={nowPlaying} /> : null}
      <StageState store={store} ready={nowPlaying !== null} kept={kept} retry={retry} report={report} />
      {later ? <Attendants device={device} playback={playback} api={api} elsewhere={elsewhere} /> : null}
    </>
  );
}

/** @returns false at first, then true in a task of its own: what a page needs to be usable comes before it */
function useLater(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => startTransition(() => setLater(true)), []);
  return later;
}

type AttendantsProps = Pick<VideoOnStageProps, "playback"> & {
  device: UseDeviceOptions;
  api: NonNullable<PlayerProps["api"]> | null;
  elsewhere: () => boolean;
};

/** What follows the player without being seen: the device, its stream, and the report of the quality. */
function Attendants({ device, playback, api, elsewhere }: AttendantsProps) {
  const { i18n } = useTranslation();
  useQuality({ store: device.store, media: device.media, playback, locale: i18n.language, api });
  useDevice(device);
  useStream({ store: device.store, playback, api, elsewhere });
  return null;
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
