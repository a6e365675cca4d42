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
  onFailed: (failure: Failure) => void;
};

/**
 * Tuned for the first frame: begin with the smallest rung, fetch it while the playlists are still being read,
 * and never fetch more picture than the player is large.
 */
const tuning: Partial<HlsConfig> = {
  startLevel: 0,
  startFragPrefetch: true,
  testBandwidth: false,
  abrEwmaDefaultEstimate: 1.2e6,
  capLevelToPlayerSize: true,
  maxBufferLength: 40,
  backBufferLength: 60,
};

/** Times a failing network or decoder is helped before people are told. */
const attempts = 2;

/** Plays HLS through hls.js where the browser lets scripts feed its player, else through the browser itself. */
export async function attachSource(options: SourceOptions): Promise<Source> {
  const { default: Player } = await import("hls.js");
  return Player.isSupported() ? attachHls(Player, options) : attachNative(options);
}

function attachHls(Player: typeof Hls, { media, url, startS, onFailed }: SourceOptions): Source {
  const wasPlaying = !media.paused;
  const hls = new Player({ ...tuning, startPosition: Math.max(startS, media.currentTime) });
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
  if (wasPlaying) void media.play().catch(() => undefined);
  return {
    retry() {
      network = decode = 0;
      if (hls.levels.length === 0) hls.loadSource(url);
      else hls.startLoad(media.currentTime);
      void media.play().catch(() => undefined);
    },
    detach: () => hls.destroy(),
  };
}

function attachNative({ media, url, startS, onFailed }: SourceOptions): Source {
  const controller = new AbortController();
  const load = (fromS: number) => {
    media.src = url;
    media.addEventListener("loadedmetadata", () => (media.currentTime = fromS), { once: true, signal: controller.signal });
  };
  media.addEventListener(
    "error",
    () => onFailed(media.error?.code === MediaError.MEDIA_ERR_NETWORK ? "network" : "decode"),
    { signal: controller.signal },
  );
  load(Math.max(startS, media.currentTime));
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
