import "media-chrome/dist/media-control-bar.js";
import "media-chrome/dist/media-controller.js";
import "media-chrome/dist/media-fullscreen-button.js";
import "media-chrome/dist/media-mute-button.js";
import "media-chrome/dist/media-pip-button.js";
import "media-chrome/dist/media-play-button.js";
import "media-chrome/dist/media-playback-rate-button.js";
import "media-chrome/dist/media-seek-backward-button.js";
import "media-chrome/dist/media-seek-forward-button.js";
import "media-chrome/dist/media-time-display.js";
import "media-chrome/dist/media-time-range.js";
import "media-chrome/dist/media-volume-range.js";
import type { TFunction } from "i18next";
import { addTranslation, setLanguage } from "media-chrome/dist/utils/i18n.js";

/** Gives the controls their words. To be called before they are rendered. */
export function nameControls(locale: string, t: TFunction): void {
  const seconds = { seconds: "{seekOffset}" };
  const words: Record<string, string> = {
    Play: t("player.play"),
    play: t("player.play"),
    Pause: t("player.pause"),
    pause: t("player.pause"),
    Mute: t("player.mute"),
    mute: t("player.mute"),
    Unmute: t("player.unmute"),
    unmute: t("player.unmute"),
    volume: t("player.volume"),
    seek: t("player.seek"),
    "Seek forward": t("player.forward", { seconds: 10 }),
    "Seek backward": t("player.backward", { seconds: 10 }),
    "seek forward {seekOffset} seconds": t("player.forward", seconds),
    "seek back {seekOffset} seconds": t("player.backward", seconds),
    "Playback rate": t("player.rate"),
    "Playback rate {playbackRate}": t("player.rateNow", { rate: "{playbackRate}" }),
    "playback time": t("player.time"),
    "video player": t("player.label"),
    "Enter fullscreen mode": t("player.fullscreen"),
    "enter fullscreen mode": t("player.fullscreen"),
    "Exit fullscreen mode": t("player.exitFullscreen"),
    "exit fullscreen mode": t("player.exitFullscreen"),
    "Enter picture in picture mode": t("player.pip"),
    "enter picture in picture mode": t("player.pip"),
    "Exit picture in picture mode": t("player.exitPip"),
    "exit picture in picture mode": t("player.exitPip"),
    "{currentTime} of {totalTime}": "{currentTime} / {totalTime}",
    "video not loaded, unknown time.": t("player.time"),
  };
  addTranslation(locale, words as never);
  setLanguage(locale);
}
