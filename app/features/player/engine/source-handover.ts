import { earlySourceOf } from "../../../performance/early-source.ts";
import { attachHls, isOwnSound } from "./hls-source.ts";
import { followPlaying } from "./playing.ts";
import type { LinedOptions, Source } from "./feed.ts";
import type { Line } from "./line.ts";
import type { EarlyPlayback } from "../../../performance/early-playback.ts";

/** Milliseconds before a failed load of the library is retried. */
const againMs = 5_000;

/**
 * Early playback begins playback, and hls.js takes over after the first frame: both feed the same media source. Until the
 * user plays it, only early playback's first seconds are fetched.
 */
export function attachWithHandover(options: LinedOptions, earlyPlayback: EarlyPlayback): Source {
  const { media, dataSaver, tell, line } = options;
  const [smallest] = options.playback.renditions;
  const leave = new AbortController();
  const { signal } = leave;
  const playing = followPlaying(media, signal);
  let wanted = options;
  let second: Source | null = null;

  const takeOver = async () => {
    const library = await fetchLibrary(line, signal);
    // A failed early playback shows no further frame.
    if (isOwnSound(wanted)) await Promise.race([firstFrame(media, signal), earlyPlayback.ended]);
    const handed = await earlyPlayback.hand();
    if (!library || signal.aborted) return;
    earlyPlayback.onproblem = null;
    // Early playback's last request failed just now: the next one must not follow at once.
    if (earlyPlayback.problem() !== null) line.pace.failed();
    wanted = { ...wanted, startS: media.currentTime || wanted.startS, autoplay: playing() };
    second = attachHls(library, wanted, isOwnSound(wanted) ? handed : null);
  };
  const begin = () => void takeOver();
  const onproblem = (status: number | null) => {
    if (status === null) line.over();
    else line.met(status);
  };
  earlyPlayback.onproblem = onproblem;
  const problem = earlyPlayback.problem();
  if (problem !== null) onproblem(problem);
  if (smallest) {
    const { name, height, bitrate } = smallest;
    tell({ type: "rendition", name, height, bitrate, auto: options.quality === "auto" });
  }
  // Running the library before anything is played would only delay a tap (decision 078).
  if (media.paused) media.addEventListener("play", begin, { once: true, signal });
  else begin();
  if (options.autoplay) {
    void media.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") tell({ type: "blocked" });
    });
  }
  return {
    chooseRendition(name) {
      wanted = { ...wanted, quality: name };
      second?.chooseRendition(name);
    },
    chooseAudio(id) {
      wanted = { ...wanted, audio: id };
      second?.chooseAudio(id);
    },
    retry() {
      if (second) return second.retry();
      line.again();
      earlyPlayback.hurry();
      void media.play().catch(() => undefined);
    },
    renew(playback) {
      wanted = { ...wanted, playback };
      const episode = earlySourceOf(playback, dataSaver);
      if (second) second.renew(playback);
      else if (episode) earlyPlayback.renew(episode);
    },
    rest: () => (second ?? earlyPlayback).rest(),
    detach() {
      leave.abort();
      delete media.earlyPlayback;
      if (second) return second.detach();
      earlyPlayback.stop();
      URL.revokeObjectURL(media.src);
      media.removeAttribute("src");
      media.load();
    },
  };
}

/** Retries until it loads, while early playback continues. Null if it is no longer needed. */
export async function fetchLibrary(line: Line, signal?: AbortSignal) {
  for (;;) {
    try {
      const { default: Player } = await import("hls.js");
      line.over("library");
      return Player;
    } catch {
      if (signal?.aborted) return null;
      line.met(0, "library");
      await new Promise((resolve) => {
        setTimeout(resolve, againMs);
        addEventListener("online", resolve, { once: true, ...(signal && { signal }) });
      });
    }
  }
}

/** Resolves once the first frame has been shown; the player may have run dry since. */
function firstFrame(media: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  if (media.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA || media.played.length > 0)
    return Promise.resolve();
  return new Promise((resolve) => media.addEventListener("canplay", () => resolve(), { once: true, signal }));
}
