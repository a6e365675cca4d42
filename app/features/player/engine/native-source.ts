import type { LinedOptions, Source } from "./feed.ts";
import { beginningOf } from "../../../performance/prefetch-playback.ts";

/** @returns whether the browser plays HLS by itself (Safari; Chromium from 142 on) */
export function playsHls(media: HTMLMediaElement): boolean {
  return media.canPlayType("application/vnd.apple.mpegurl") !== "";
}

/** Milliseconds an empty player may wait for the browser before this looks for the reason. */
const dryMs = 3_000;

/**
 * Leaves playback to the browser, which reports neither its requests nor the answers. When playback has stalled, this
 * requests the files at its position: the answer says what is wrong, and when to load again.
 * @param begun the element plays already, from its own sources
 */
export function attachNative(
  { media, playback, startS, autoplay, tell, line }: LinedOptions,
  { begun }: { begun: boolean },
): Source {
  let given = playback;
  let placeS = Math.max(startS, media.currentTime);
  /** Playback is wanted: after a failure, the browser stops it. */
  let wants = autoplay || !media.paused;
  let resting = false;
  let looking = false;
  /** URL of the last failure: requested first. */
  let suspect = "";
  const controller = new AbortController();
  const { signal } = controller;
  const load = () => {
    const toS = placeS;
    media.src = given.hls;
    media.addEventListener("loadedmetadata", () => (media.currentTime = toS), { once: true, signal });
  };
  const play = () =>
    void media.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") tell({ type: "blocked" });
    });
  const broken = () => media.error !== null || media.networkState === HTMLMediaElement.NETWORK_NO_SOURCE;
  const dry = () => !media.paused && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;

  const files = () => {
    const all = [given.hls, ...beginningOf({ start: given.start, positionS: placeS })];
    return all.sort((a, b) => Number(isSame(b, suspect)) - Number(isSame(a, suspect)));
  };
  /** @returns whether all files needed at this position arrive */
  const comes = async () => {
    for (const url of files()) {
      const answer = await fetch(url, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
      if (signal.aborted) return false;
      if (answer?.ok) continue;
      suspect = url;
      line.pace.failed(answer?.headers.get("Retry-After"));
      line.met(answer?.status ?? 0);
      return false;
    }
    return true;
  };
  /** Requests the files at the app's pace until they arrive, and then makes the browser load again. */
  const look = async () => {
    if (looking) return;
    looking = true;
    // A slow network is no fault: the browser continues what it has begun.
    let faulty = broken();
    const stopped = () => !resting && !signal.aborted && (broken() || dry());
    for (let found = false; !found && stopped();) {
      await line.pace.ready(signal);
      found = await comes();
      faulty ||= !found;
    }
    looking = false;
    if (!faulty || !stopped()) return;
    load();
    if (wants) play();
    else line.over();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goesOn = () => {
    clearTimeout(timer);
    if (media.readyState > 0) placeS = media.currentTime;
    line.over();
  };
  const waits = () => {
    clearTimeout(timer);
    timer = setTimeout(() => dry() && void look(), dryMs);
  };
  media.addEventListener("playing", goesOn, { signal });
  media.addEventListener("play", () => (wants = true), { signal });
  media.addEventListener("pause", () => (wants &&= broken()), { signal });
  media.addEventListener("timeupdate", () => media.readyState > 2 && (placeS = media.currentTime), {
    signal,
  });
  media.addEventListener("seeking", () => media.readyState > 0 && (placeS = media.currentTime), { signal });
  for (const event of ["waiting", "stalled", "play"]) media.addEventListener(event, waits, { signal });
  // A source element's error is fired at the source; the element itself has failed when none is left.
  const failed = () => {
    if (!broken()) return;
    if (media.error?.code === MediaError.MEDIA_ERR_DECODE) tell({ type: "failed", failure: "decode" });
    else void look();
  };
  media.addEventListener("error", failed, { signal, capture: true });
  if (!begun) {
    load();
    if (autoplay) play();
  }
  return {
    // The browser chooses by itself, and does not report it.
    chooseRendition() {},
    chooseAudio() {},
    retry() {
      resting = false;
      line.again();
      if (!looking) load();
      play();
    },
    renew(fresh) {
      given = fresh;
      line.pace.hurry();
    },
    // The browser decides what it fetches.
    rest: () => void (resting = true),
    detach() {
      clearTimeout(timer);
      controller.abort();
      media.removeAttribute("src");
      media.load();
    },
  };
}

/** The same file, under any grant. */
function isSame(one: string, other: string): boolean {
  const fileOf = (url: string) => url.split("?")[0]!.split("/").slice(3).join("/");
  return fileOf(one) === fileOf(other);
}
