import type { LinedOptions, Source } from "./feed.ts";
import { beginningOf } from "./warm-film.ts";

/** @returns whether the browser plays HLS by itself (Safari; Chromium from 142 on) */
export function playsHls(media: HTMLMediaElement): boolean {
  return media.canPlayType("application/vnd.apple.mpegurl") !== "";
}

/** Milliseconds for which a film that has nothing to show may wait for the browser before we look what is wrong. */
const dryMs = 3_000;

/**
 * Leaves the film to the browser, which tells neither what it asks for nor what it was answered. Where the film has
 * stopped we ask ourselves for what it stands at: the answer says what is wrong, and when it is worth loading anew.
 * @param begun the element plays already, from its own sources
 */
export function attachNative(
  { media, playback, startS, autoplay, tell, line }: LinedOptions,
  { begun }: { begun: boolean },
): Source {
  let given = playback;
  let placeS = Math.max(startS, media.currentTime);
  /** Somebody wants it to play: where it fails, the browser stops it. */
  let wants = autoplay || !media.paused;
  let resting = false;
  let looking = false;
  /** What failed last: asked for first. */
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
  /** @returns whether all that is needed at this place comes */
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
  /** Asks at our pace until the film's files come, and has the browser begin anew with them. */
  const look = async () => {
    if (looking) return;
    looking = true;
    // A slow line is no fault: what the browser has begun it goes on with.
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
  // A source element's error is told at the source; the element itself has failed when none is left.
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
    // The browser chooses by itself, and tells nobody.
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
    // What it fetches is the browser's to decide.
    rest: () => void (resting = true),
    detach() {
      clearTimeout(timer);
      controller.abort();
      media.removeAttribute("src");
      media.load();
    },
  };
}

/** The same file, whatever grant it is asked for with. */
function isSame(one: string, other: string): boolean {
  return one.split("/").slice(3).join("/") === other.split("/").slice(3).join("/");
}
