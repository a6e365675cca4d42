import {
  Captions,
  ListVideo,
  Lock,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Settings,
  SkipForward,
  Volume1,
  Volume2,
  VolumeX,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { clock } from "../clock.ts";
import { neighbour, type NowPlaying } from "../now-playing.ts";
import { usePlayerState } from "../use-store.ts";
import { ControlButton } from "./control-button.tsx";
import { ScreenButton } from "./screen-button.tsx";
import { chapterAt } from "./scrub-bar.tsx";

export type SheetName = "settings" | "subtitles" | "share" | "episodes" | "help";

/**
 * Play, and ten seconds back and forth. The buttons keep their order in every language, as time runs from left to
 * right: play between the others, or first in a bar.
 */
export function Transport({ nowPlaying: { store }, inBar }: { nowPlaying: NowPlaying; inBar: boolean }) {
  const { t } = useTranslation();
  const phase = usePlayerState(store, (s) => s.phase);
  const plays = phase === "playing";
  const ended = phase === "ended";
  const play = (
    <ControlButton
      label={t(plays ? "controls.pause" : ended ? "controls.replay" : "controls.play")}
      className="control-play"
      onClick={() => store.request("toggle")}
    >
      {plays ? (
        <Pause aria-hidden="true" className="fill-current" />
      ) : ended ? (
        <RotateCcw aria-hidden="true" strokeWidth={2.5} />
      ) : (
        <Play aria-hidden="true" className="play-icon fill-current" />
      )}
    </ControlButton>
  );
  return (
    <div className="player-centre">
      {inBar ? play : null}
      <ControlButton
        label={t("controls.backward", { seconds: 10 })}
        className="control-ten"
        onClick={() => store.request("seekBy", -10)}
      >
        <RotateCcw aria-hidden="true" />
        <span aria-hidden="true">10</span>
      </ControlButton>
      {inBar ? null : play}
      <ControlButton
        label={t("controls.forward", { seconds: 10 })}
        className="control-ten"
        onClick={() => store.request("seekBy", 10)}
      >
        <RotateCw aria-hidden="true" />
        <span aria-hidden="true">10</span>
      </ControlButton>
    </div>
  );
}

/**
 * The way to begin that a still picture offers a mouse, in its middle. For keys and screen readers it would be a second
 * button of the same name.
 */
export function LargePlay({ nowPlaying: { store } }: { nowPlaying: NowPlaying }) {
  const phase = usePlayerState(store, (s) => s.phase);
  if (phase === "playing" || phase === "failed") return null;
  const Icon = phase === "ended" ? RotateCcw : Play;
  return (
    <button
      type="button"
      className="large-play"
      aria-hidden="true"
      tabIndex={-1}
      onClick={() => store.request("toggle")}
    >
      <Icon className={phase === "ended" ? "size-9" : "play-icon size-9 fill-current"} />
    </button>
  );
}

/** Volume by a button and a bar, if this device lets a page set it; on touch screens, a drag on the picture instead. */
export function Volume({ nowPlaying: { store } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const share = usePlayerState(store, (s) => (s.muted ? 0 : s.volume));
  const settable = usePlayerState(store, (s) => s.can.volume);
  const Icon = share === 0 ? VolumeX : share < 0.5 ? Volume1 : Volume2;
  return (
    <div className="volume">
      <ControlButton
        label={t(share === 0 ? "controls.unmute" : "controls.mute")}
        onClick={() => store.request("mute", share > 0)}
      >
        <Icon aria-hidden="true" />
      </ControlButton>
      {settable ? (
        <input
          type="range"
          className="volume-range"
          min={0}
          max={100}
          step={5}
          value={Math.round(share * 100)}
          aria-label={t("controls.volume")}
          aria-valuetext={`${Math.round(share * 100)}%`}
          style={{ "--share": `${share * 100}%` } as object}
          onChange={(event) => store.request("volume", Number(event.target.value) / 100)}
        />
      ) : null}
    </div>
  );
}

/** The position and the duration of the video; and the chapter, if there is room. */
export function Time({ nowPlaying: { store, playback } }: { nowPlaying: NowPlaying }) {
  const positionS = usePlayerState(store, (s) => Math.floor(s.positionS));
  const durationS = usePlayerState(store, (s) => s.durationS);
  const chapter = chapterAt(playback.chapters, positionS);
  // Screen readers get it from the bar.
  return (
    <span className="player-time" aria-hidden="true">
      <span>{clock(positionS)}</span>
      <span className="player-total">{`/ ${clock(durationS)}`}</span>
      {chapter ? <span className="own-words player-chapter">{chapter}</span> : null}
    </span>
  );
}

type OpenProps = { nowPlaying: NowPlaying; open: (sheet: SheetName) => void };

/** Choices: another screen, subtitles, settings; and the lock, on touch screens. */
export function Tools({ nowPlaying, open }: OpenProps) {
  const { t } = useTranslation();
  const { store, playback } = nowPlaying;
  const subtitles = usePlayerState(store, (s) => s.subtitles);
  return (
    <div className="player-tools">
      <ControlButton
        label={t("controls.lock")}
        className="control-lock"
        onClick={() => store.request("lock", true)}
      >
        <Lock aria-hidden="true" />
      </ControlButton>
      <ScreenButton nowPlaying={nowPlaying} />
      {playback.subtitles.length > 0 ? (
        <ControlButton
          label={t("controls.subtitles")}
          className="control-subtitles"
          pressed={subtitles !== null}
          opens
          onClick={() => open("subtitles")}
        >
          <Captions aria-hidden="true" />
        </ControlButton>
      ) : null}
      <ControlButton label={t("controls.settings")} opens onClick={() => open("settings")}>
        <Settings aria-hidden="true" />
      </ControlButton>
    </div>
  );
}

/** Where it is shown, and which episode: episodes, small window, fullscreen. */
export function Places({ nowPlaying, open }: OpenProps) {
  const { t } = useTranslation();
  const { store, series } = nowPlaying;
  const can = usePlayerState(store, (s) => s.can);
  const fullscreen = usePlayerState(store, (s) => s.fullscreen);
  const pip = usePlayerState(store, (s) => s.pip);
  const after = neighbour(series, 1);
  return (
    <>
      {after === null ? null : (
        <ControlButton label={t("controls.nextEpisode")} onClick={() => nowPlaying.goTo(after)}>
          <SkipForward aria-hidden="true" className="fill-current" />
        </ControlButton>
      )}
      {series ? (
        <ControlButton label={t("player.episodes")} opens onClick={() => open("episodes")}>
          <ListVideo aria-hidden="true" />
        </ControlButton>
      ) : null}
      {can.pip ? (
        <ControlButton
          label={t(pip ? "controls.exitPip" : "controls.pip")}
          onClick={() => store.request("pip", !pip)}
        >
          <PictureInPicture2 aria-hidden="true" />
        </ControlButton>
      ) : null}
      {can.fullscreen ? (
        <ControlButton
          label={t(fullscreen ? "controls.exitFullscreen" : "controls.fullscreen")}
          onClick={() => store.request("fullscreen", !fullscreen)}
        >
          {fullscreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </ControlButton>
      ) : null}
    </>
  );
}
