import type { Source } from "../engine/feed.ts";
import { fullscreenElement, subtitleTracks, type Owners } from "./owners.ts";
import type { PlayerFact, PlayerState } from "./state.ts";

/** The requests a user can make of a player, and their detail. Seconds, and shares from 0 to 1. */
export type Requests = {
  play: undefined;
  pause: undefined;
  /** Plays or pauses. */
  toggle: undefined;
  seek: number;
  seekBy: number;
  rate: number;
  /** Double speed, for as long as it is held. */
  hurry: boolean;
  volume: number;
  mute: boolean;
  loop: boolean;
  /** "auto" or a rendition's name. */
  quality: string;
  audio: string;
  /** An id; null = none. */
  subtitles: string | null;
  fullscreen: boolean;
  pip: boolean;
  airplay: undefined;
  remote: undefined;
  brightness: number;
  lock: boolean;
};

export type RequestType = keyof Requests;

/** The objects that a request changes. */
export type RequestContext = Owners & {
  state: PlayerState;
  source: Source | null;
  /** For changes that fire no event: the result is read back and reported. */
  tell: (fact: PlayerFact) => void;
};

type RequestMap = { [Type in RequestType]: (context: RequestContext, detail: Requests[Type]) => void };

/** Below this, the picture is too dark to find the control that undoes it. */
export const darkest = 0.2;
export const slowest = 0.25;
export const fastest = 2;

/** Each request changes the media element, the document or the source; their events report the result. */
export const requestMap: RequestMap = {
  play({ media, state, source, tell }) {
    // Without the needed level, a retry would fail again.
    if (state.needs) return;
    if (state.phase === "failed") return source?.retry();
    void media.play()?.catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") tell({ type: "blocked" });
    });
  },
  pause: ({ media }) => media.pause(),
  toggle(context) {
    const { media, state } = context;
    if (media.paused || state.phase === "failed") requestMap.play(context, undefined);
    else media.pause();
  },
  seek({ media, state, tell }, toS) {
    const endS = Number.isFinite(media.duration) ? media.duration : state.durationS;
    const placeS = Math.min(Math.max(0, toS), endS || Infinity);
    media.currentTime = placeS;
    // Nothing has been shown yet, so no event reports it: playback is to begin there.
    if (!state.started) tell({ type: "resume", resumeAtS: placeS });
  },
  seekBy(context, byS) {
    const { media, state } = context;
    // Before anything is loaded the element has no position; this uses the saved one.
    requestMap.seek(context, (state.started ? media.currentTime : state.positionS) + byS);
  },
  rate({ media }, rate) {
    media.playbackRate = Math.min(fastest, Math.max(slowest, rate));
    // The rate for the next source, such as the next episode.
    media.defaultPlaybackRate = media.playbackRate;
    media.preservesPitch = true;
  },
  hurry({ media, state, tell }, on) {
    const before = state.rateBeforeHold;
    if (on === (before !== null)) return;
    media.playbackRate = before ?? fastest;
    media.preservesPitch = true;
    tell({ type: "reading", values: { rateBeforeHold: on ? state.rate : null } });
  },
  volume({ media }, volume) {
    media.volume = Math.min(1, Math.max(0, volume));
    media.muted = media.volume === 0;
  },
  mute({ media }, on) {
    media.muted = on;
    // Unmuting at volume 0 would stay silent and confuse the user.
    if (!on && media.volume === 0) media.volume = 0.5;
  },
  loop({ media, tell }, on) {
    media.loop = on;
    tell({ type: "reading", values: { loop: media.loop } });
  },
  quality({ source, tell }, name) {
    source?.chooseRendition(name);
    tell({ type: "reading", values: { quality: name } });
  },
  audio: ({ source }, id) => source?.chooseAudio(id),
  subtitles({ media }, wanted) {
    for (const { id, track } of subtitleTracks(media)) track.mode = id === wanted ? "hidden" : "disabled";
  },
  fullscreen({ media, box, document }, on) {
    const refused = () => undefined;
    if (on) {
      if (box.requestFullscreen) void box.requestFullscreen({ navigationUI: "hide" }).catch(refused);
      else if (box.webkitRequestFullscreen) box.webkitRequestFullscreen();
      else media.webkitEnterFullscreen?.();
    } else if (fullscreenElement(document)) {
      if (document.exitFullscreen) void document.exitFullscreen().catch(refused);
      else document.webkitExitFullscreen?.();
    } else {
      media.webkitExitFullscreen?.();
    }
  },
  pip({ media, document }, on) {
    const refused = () => undefined;
    if (on) void media.requestPictureInPicture().catch(refused);
    else if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(refused);
  },
  airplay({ media, source }) {
    source?.toNative?.();
    media.webkitShowPlaybackTargetPicker?.();
  },
  // Closing the browser's list of screens rejects; this is no error.
  remote: ({ media }) => void media.remote?.prompt().catch(() => undefined),
  brightness: ({ tell }, share) =>
    tell({ type: "reading", values: { brightness: Math.min(1, Math.max(darkest, share)) } }),
  lock: ({ tell }, on) => tell({ type: "reading", values: { locked: on } }),
};

/** Passes a request to the objects that can fulfil it. */
export function serve<Type extends RequestType>(
  context: RequestContext,
  type: Type,
  detail: Requests[Type],
): void {
  requestMap[type](context, detail);
}
