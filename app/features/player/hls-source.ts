import type Hls from "hls.js";
import type { ErrorData, HlsConfig } from "hls.js";
import type { Failure } from "./player-store.ts";

export type Source = {
  /** Try again after a failure, from where it happened. */
  retry: () => void;
  detach: () => void;
};

export type SourceOptions = {
  media: HTMLVideoElement;
  /** URL of the multivariant playlist. */
  url: string;
  startS: number;
  /** Whoever came meant to watch: play as soon as there is something to play. */
  autoplay: boolean;
  /** Fetch nothing of the film before somebody plays it. */
  dataSaver: boolean;
  onFailed: (failure: Failure) => void;
};

/**
 * Tuned for the first frame: begin with the smallest rung, fetch it while the playlists are still being read,
 * and never fetch more picture than the player is large.
 */
export const tuning = {
  startLevel: 0,
  startFragPrefetch: true,
  testBandwidth: false,
  abrEwmaDefaultEstimate: 1.2e6,
  capLevelToPlayerSize: true,
  // hls.js takes the larger of a length and 60 MB of film: at low rates that is all of it, so the length is capped too.
  maxBufferLength: 40,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
} satisfies Partial<HlsConfig>;

/** Times a failing network or decoder is helped before people are told. */
const attempts = 2;

/** Seconds fetched ahead before anybody has pressed play: enough to start at once, not a film nobody asked for. */
const idleBufferS = 4;

/** @returns whether the browser plays HLS by itself (Safari; Chromium from 142 on) */
export function playsHls(media: HTMLMediaElement): boolean {
  return media.canPlayType("application/vnd.apple.mpegurl") !== "";
}

/**
 * Plays HLS through hls.js where the browser lets scripts feed its player, else through the browser itself. Where the
 * browser is playing it already, it stays so: it starts in half the time, and to take the element over would stop it.
 */
export async function attachSource(options: SourceOptions): Promise<Source> {
  const { media } = options;
  const begun = () => playsHls(media) && !media.paused;
  if (begun()) return attachNative(options, { begun: true });
  const { default: Player } = await import("hls.js");
  // Somebody may have pressed play while the code was on its way.
  if (begun()) return attachNative(options, { begun: true });
  return Player.isSupported() ? attachHls(Player, options) : attachNative(options, { begun: false });
}

function attachHls(
  Player: typeof Hls,
  { media, url, startS, autoplay, dataSaver, onFailed }: SourceOptions,
): Source {
  const plays = autoplay || !media.paused;
  const ahead = plays ? tuning : { ...tuning, maxBufferLength: idleBufferS, maxMaxBufferLength: idleBufferS };
  const waits = dataSaver && !plays;
  const held = waits ? { autoStartLoad: false, startFragPrefetch: false } : {};
  const hls = new Player({ ...ahead, ...held, startPosition: Math.max(startS, media.currentTime) });
  const fetchOn = () => {
    if (waits) hls.startLoad();
    hls.config.maxBufferLength = tuning.maxBufferLength;
    hls.config.maxMaxBufferLength = tuning.maxMaxBufferLength;
  };
  media.addEventListener("play", fetchOn, { once: true });
  let network = 0;
  let decode = 0;
  hls.on(Player.Events.FRAG_BUFFERED, () => {
    network = 0;
  });
  hls.on(Player.Events.ERROR, (_event, error: ErrorData) => {
    if (!error.fatal) return;
    if (error.type === Player.ErrorTypes.NETWORK_ERROR) {
      if (++network <= attempts && error.response?.code !== 403) hls.startLoad();
      else onFailed("network");
    } else if (error.type === Player.ErrorTypes.MEDIA_ERROR && ++decode <= attempts) {
      hls.recoverMediaError();
    } else {
      onFailed("decode");
    }
  });
  hls.loadSource(url);
  hls.attachMedia(media);
  if (plays) void media.play().catch(() => undefined);
  return {
    retry() {
      network = decode = 0;
      if (hls.levels.length === 0) hls.loadSource(url);
      else hls.startLoad(media.currentTime);
      void media.play().catch(() => undefined);
    },
    detach() {
      media.removeEventListener("play", fetchOn);
      hls.destroy();
    },
  };
}

/** @param begun the element plays already, from its own sources */
function attachNative(
  { media, url, startS, autoplay, onFailed }: SourceOptions,
  { begun }: { begun: boolean },
): Source {
  const controller = new AbortController();
  const { signal } = controller;
  const load = (fromS: number) => {
    media.src = url;
    media.addEventListener("loadedmetadata", () => (media.currentTime = fromS), { once: true, signal });
  };
  // A source element's error is told at the source; the element itself has failed when none is left.
  const listen = { signal, capture: true };
  media.addEventListener(
    "error",
    () => {
      if (!media.error && media.networkState !== HTMLMediaElement.NETWORK_NO_SOURCE) return;
      onFailed(media.error?.code === MediaError.MEDIA_ERR_DECODE ? "decode" : "network");
    },
    listen,
  );
  if (!begun) {
    load(Math.max(startS, media.currentTime));
    if (autoplay) void media.play().catch(() => undefined);
  }
  return {
    retry() {
      load(media.currentTime || startS);
      void media.play().catch(() => undefined);
    },
    detach() {
      controller.abort();
      media.removeAttribute("src");
      media.load();
    },
  };
}
