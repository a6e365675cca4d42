import type Hls from "hls.js";
import type { ErrorData } from "hls.js";
import type { Source, SourceOptions } from "./source.ts";
import { tuning } from "./tuning.ts";

/** Times a failing network or decoder is helped before people are told. */
const attempts = 2;

/** Seconds fetched ahead before anybody has pressed play: enough to start at once, not a film nobody asked for. */
const idleBufferS = 4;

/** Feeds a media element through hls.js. */
export function attachHls(
  Player: typeof Hls,
  { media, playback, startS, autoplay, dataSaver, quality, audio, tell }: SourceOptions,
): Source {
  const url = playback.hls;
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
  const play = () =>
    void media.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") tell({ type: "blocked" });
    });
  const chooseRendition = (name: string) => {
    hls.nextLevel = hls.levels.findIndex((level) => `${Math.min(level.width, level.height)}p` === name);
  };
  const chooseAudio = (id: string) => {
    const track = hls.audioTracks.findIndex(({ name }) => name === id);
    if (track >= 0) hls.audioTrack = track;
  };
  media.addEventListener("play", fetchOn, { once: true });
  let network = 0;
  let decode = 0;
  hls.on(Player.Events.MANIFEST_PARSED, () => {
    if (quality !== "auto") chooseRendition(quality);
    if (audio) chooseAudio(audio);
  });
  hls.on(Player.Events.FRAG_BUFFERED, () => {
    network = 0;
  });
  hls.on(Player.Events.LEVEL_SWITCHED, (_event, { level: index }) => {
    const level = hls.levels[index];
    if (!level) return;
    const { width, height, bitrate } = level;
    tell({
      type: "rendition",
      name: `${Math.min(width, height)}p`,
      height,
      bitrate,
      auto: hls.autoLevelEnabled,
    });
  });
  hls.on(Player.Events.AUDIO_TRACK_SWITCHED, (_event, { name }) => tell({ type: "audio", id: name }));
  hls.on(Player.Events.ERROR, (_event, error: ErrorData) => {
    if (!error.fatal) return;
    if (error.type === Player.ErrorTypes.NETWORK_ERROR) {
      if (++network <= attempts && error.response?.code !== 403) hls.startLoad();
      else tell({ type: "failed", failure: "network" });
    } else if (error.type === Player.ErrorTypes.MEDIA_ERROR && ++decode <= attempts) {
      hls.recoverMediaError();
    } else {
      tell({ type: "failed", failure: "decode" });
    }
  });
  hls.loadSource(url);
  hls.attachMedia(media);
  if (plays) play();
  return {
    chooseRendition,
    chooseAudio,
    retry() {
      network = decode = 0;
      if (hls.levels.length === 0) hls.loadSource(url);
      else hls.startLoad(media.currentTime);
      play();
    },
    renew(fresh) {
      hls.loadSource(fresh.hls);
    },
    detach() {
      media.removeEventListener("play", fetchOn);
      hls.destroy();
    },
  };
}
