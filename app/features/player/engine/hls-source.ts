import type Hls from "hls.js";
import type { ErrorData, HlsConfig } from "hls.js";
import { faultOf, noTries, remedyFor } from "./faults.ts";
import { createHoles } from "./holes.ts";
import { inlineLoader, loadPolicies, pacedLoader, saverCap, soundlessLoader } from "./hls-parts.ts";
import { followPlaying } from "./playing.ts";
import { playlistsOf, presentUrl } from "./playlists.ts";
import { soundOf } from "../sounds.ts";
import type { LinedOptions, Source, SourceOptions } from "./feed.ts";
import type { HandedOverVideo } from "../../../performance/early-source.ts";
import { bufferSizes, idleBufferS, tuning } from "./tuning.ts";

/** Seconds of undisturbed playback after which earlier attempts no longer count. */
const calmS = 20;

/**
 * Feeds a media element through hls.js.
 * @param handed what early playback has begun: hls.js continues with the same media source from early playback's end
 */
export function attachHls(Player: typeof Hls, options: LinedOptions, handed: HandedOverVideo | null): Source {
  const { media } = options;
  let wanted = options;
  let fed = feed(Player, options, handed);
  return {
    chooseRendition(name) {
      wanted = { ...wanted, quality: name };
      fed.chooseRendition(name);
    },
    chooseAudio(id) {
      const before = wanted;
      wanted = { ...wanted, audio: id, startS: media.currentTime, autoplay: !media.paused };
      if (isOwnSound(before) === isOwnSound(wanted)) return fed.chooseAudio(id);
      // The default audio shares a buffer with the video, another track does not: browsers can't switch from one to the
      // other in place.
      const { playbackRate } = media;
      fed.detach();
      fed = feed(Player, wanted, null);
      media.playbackRate = playbackRate;
    },
    retry: () => fed.retry(),
    renew(playback) {
      wanted = { ...wanted, playback };
      fed.renew(playback);
    },
    rest: () => fed.rest(),
    detach: () => fed.detach(),
  };
}

/** Whether the audio is within the video segments, and not in separate files. */
export function isOwnSound({ audio, playback }: Pick<SourceOptions, "audio" | "playback">): boolean {
  return soundOf(playback, audio)?.within ?? true;
}

/** hls.js chooses the default by itself, which here may be another sound than the one within the video. */
function preferredSound({ audio, playback }: SourceOptions): Partial<HlsConfig> {
  const sound = soundOf(playback, audio);
  return !sound || (sound.within && sound.isDefault) ? {} : { audioPreference: { name: sound.id } };
}

function feed(Player: typeof Hls, options: LinedOptions, handed: HandedOverVideo | null): Source {
  const { media, startS, autoplay, dataSaver, tell, line } = options;
  let { playback } = options;
  const plays = autoplay || !media.paused;
  let stalledAt = NaN;
  /** Position of the failure: a media element that has lost its source reports 0. Seconds. */
  let heldS = startS;
  let tries = noTries;
  const missed = new Map<number, number>();
  /** hls.js owns the media source, and moves its position. */
  let attached = false;
  const leave = new AbortController();
  const playing = followPlaying(media, leave.signal);
  const waits = dataSaver && !plays;
  const sizes = bufferSizes((navigator as { deviceMemory?: number }).deviceMemory);
  const idle = plays ? {} : { maxBufferLength: idleBufferS, maxMaxBufferLength: idleBufferS };

  const Loader = pacedLoader(Player, line.pace, line.met);
  const config: Partial<HlsConfig> = {
    ...tuning,
    ...sizes,
    ...idle,
    ...(handed?.bitrate ? { abrEwmaDefaultEstimate: Math.min(handed.bitrate * 0.7, 5e6) } : {}),
    ...loadPolicies,
    loader: Loader,
    autoStartLoad: false,
    startFragPrefetch: !handed,
    startPosition: Math.max(startS, media.currentTime),
    pLoader: inlineLoader(Loader, () => playlistsOf(playback)),
    ...preferredSound(options),
    ...(isOwnSound(options) ? {} : { fLoader: soundlessLoader(Loader) }),
    capLevelController: saverCap(Player, dataSaver),
    xhrSetup(xhr, url) {
      xhr.open("GET", presentUrl(url, playback), true);
    },
  };
  const hls = new Player(config);
  const { Events, ErrorDetails, ErrorTypes } = Player;

  const play = () =>
    void media.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") tell({ type: "blocked" });
    });
  const nameOf = (index: number) => {
    const level = hls.levels[index];
    // As `playback/start` names it: for its folder.
    return (
      level &&
      `${/\/v(\d+)(?:_\w+)?\/index\.m3u8/.exec(level.uri)?.[1] ?? Math.min(level.width, level.height)}p`
    );
  };
  const chooseRendition = (name: string) => {
    hls.nextLevel = hls.levels.findIndex((_, index) => nameOf(index) === name);
  };
  const chooseAudio = (id: string) => {
    const track = hls.audioTracks.findIndex(({ name }) => name === id);
    if (track >= 0) hls.audioTrack = track;
  };
  /**
   * From the first unbuffered position, and without a jump. Until it is attached, hls.js requests one segment only: one
   * that is left out must not be that one.
   */
  const loadOn = () => {
    const placeS = media.currentTime || startS;
    hls.startLoad(attached ? placeS : holes.beyond(placeS), attached && media.readyState > 0);
  };
  const fetchOn = () => {
    if (waits) begin();
    Object.assign(hls.config, sizes);
  };
  const begin = () => (handed ? hls.startLoad(handed.nextS, true) : hls.startLoad(config.startPosition));
  // A level's arrival resets the start position, so this sets the position again after it. Nothing is fetched before
  // that: there is no media element yet.
  const goOn = ({ mediaSource, buffer, type }: HandedOverVideo) => {
    const codec = /codecs="([^"]+)"/.exec(type)?.[1] ?? "";
    const name = codec.includes("mp4a") ? "audiovideo" : "video";
    const track = { id: "main", container: "video/mp4", codec, levelCodec: codec, buffer, listeners: [] };
    keepTimes(buffer);
    hls.attachMedia({ media, mediaSource, tracks: { [name]: track } } as never);
    begin();
  };
  const hold = () => void (heldS = media.currentTime || heldS);
  media.addEventListener("error", hold, { signal: leave.signal });
  if (!plays) media.addEventListener("play", fetchOn, { once: true, signal: leave.signal });

  const holes = createHoles(hls, media);
  media.addEventListener("waiting", holes.jump, { signal: leave.signal });
  const skip = ({ frag }: ErrorData) => {
    if (!frag || frag.sn === "initSegment") return false;
    holes.leaveOut(frag);
    loadOn();
    return true;
  };
  const lookAgain = () => {
    tries = noTries;
    missed.clear();
    holes.fill();
    if (hls.levels.length === 0) hls.loadSource(playback.hls);
    else loadOn();
  };
  const missing = (error: ErrorData) => {
    const { remedy: wanted, tries: tried } = remedyFor("missing", tries);
    tries = tried;
    stalledAt = media.currentTime;
    if (typeof wanted === "string" && skip(error)) return;
    hls.stopLoad();
    line.pace.failed();
    void line.pace.ready(leave.signal).then(lookAgain);
  };
  const lower = () => {
    hls.autoLevelCapping = 0;
    if (!hls.autoLevelEnabled) hls.nextLevel = -1;
  };
  const broken = (error: ErrorData) => {
    hold();
    const { remedy: wanted, tries: tried } = remedyFor("decode", tries);
    tries = tried;
    stalledAt = heldS;
    const isReset = error.details === ErrorDetails.MEDIA_SOURCE_REQUIRES_RESET;
    const part = error.frag?.sn === "initSegment" ? undefined : (error.frag ?? holes.after(heldS));
    if (typeof wanted !== "string" || (wanted === "skip" && !part)) {
      if (isReset) {
        hls.stopLoad();
        hls.detachMedia();
      }
      return tell({ type: "failed", failure: typeof wanted === "string" ? "decode" : wanted.tell });
    }
    if (wanted === "lower") lower();
    if (wanted === "skip" && part) holes.leaveOut(part);
    // hls.js creates a new decoder by itself, but not for its third failure in a row.
    if (!isReset || error.fatal) hls.recoverMediaError();
    // It would begin where the element is, which without media is 0.
    hls.startLoad(holes.beyond(heldS));
    // A new decoder starts paused.
    if (playing()) play();
  };

  hls.on(Events.MANIFEST_PARSED, () => {
    // The ladder is one, whatever its renditions' codecs: hls.js would choose among those of the first one's alone.
    const [lowest] = hls.levels;
    for (const level of hls.levels) Object.assign(level, { codecSet: lowest!.codecSet });
    if (options.quality !== "auto")
      hls.startLevel = hls.levels.findIndex((_, i) => nameOf(i) === options.quality);
    if (options.quality !== "auto" && hls.startLevel >= 0) hls.loadLevel = hls.startLevel;
    if (!waits) begin();
  });
  hls.on(Events.MEDIA_ATTACHED, () => {
    attached = true;
    // hls.js makes a new decoder for some errors without asking.
    if (playing() && media.paused) play();
  });
  hls.on(Events.FRAG_BUFFERED, (_event, { frag }) => {
    if (frag.sn === "initSegment") return;
    line.over(frag.type);
    holes.jump();
    if (media.readyState > 0 && Math.abs(media.currentTime - stalledAt) > calmS) tries = noTries;
  });
  hls.on(Events.LEVEL_SWITCHED, (_event, { level: index }) => {
    const level = hls.levels[index];
    const name = nameOf(index);
    if (!level || !name) return;
    const { height, bitrate } = level;
    tell({ type: "rendition", name, height, bitrate, auto: hls.autoLevelEnabled });
  });
  hls.on(Events.AUDIO_TRACK_SWITCHED, (_event, { name }) => tell({ type: "audio", id: name }));
  /** A segment missing from every rendition: hls.js would retry it for half a minute before it gives up. */
  const isNowhere = ({ details, frag, response }: ErrorData) => {
    if (details !== ErrorDetails.FRAG_LOAD_ERROR || typeof frag?.sn !== "number") return false;
    if (faultOf(response?.code) !== "missing") return false;
    const times = (missed.get(frag.sn) ?? 0) + 1;
    missed.set(frag.sn, times);
    return times >= hls.levels.length;
  };
  hls.on(Events.ERROR, (_event, error: ErrorData) => {
    if (error.details === ErrorDetails.BUFFER_APPENDING_ERROR) hold();
    // Left alone, hls.js would create a new decoder each time.
    if (error.details === ErrorDetails.MEDIA_SOURCE_REQUIRES_RESET) return broken(error);
    if (isNowhere(error)) return missing(error);
    if (error.type === ErrorTypes.NETWORK_ERROR) {
      if (error.fatal) missing(error);
      // If the first segment fails before it is attached, hls.js would request no other; this continues once hls.js has
      // dropped it.
      else if (handed && !attached && error.response) setTimeout(() => leave.signal.aborted || loadOn());
    } else if (error.fatal) broken(error);
  });

  const sound = soundOf(playback, options.audio);
  if (sound?.within) tell({ type: "audio", id: sound.id });
  hls.loadSource(playback.hls);
  if (handed) hls.once(Events.LEVEL_LOADED, () => goOn(handed));
  else {
    hls.attachMedia(media);
    if (plays) play();
  }
  return {
    chooseRendition,
    chooseAudio,
    retry() {
      line.again();
      tries = noTries;
      if (!hls.media) {
        hls.attachMedia(media);
        hls.startLoad(heldS);
      } else if (media.error) hls.recoverMediaError();
      else lookAgain();
      play();
    },
    renew(fresh) {
      playback = fresh;
      line.pace.hurry();
    },
    rest: () => hls.stopLoad(),
    detach() {
      leave.abort();
      hls.destroy();
    },
  };
}

/**
 * By default hls.js shifts all times so that the first segment it fetches begins exactly where its playlist says: off
 * by some frames, which after a handover is a gap. The segments here carry true times, as early playback has appended
 * them.
 */
function keepTimes(buffer: SourceBuffer): void {
  Object.defineProperty(buffer, "timestampOffset", { get: () => 0, set: () => undefined });
}
