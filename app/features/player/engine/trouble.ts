import type { Failure, SourceFact } from "./facts.ts";

/** Milliseconds a failing player may have nothing to show before the user is told. */
const patienceMs = 6_000;
const dryMs = 2_000;
const lookMs = 500;

/** One of the streams: video (with audio inside), or separate audio. */
export type Stream = string;

/** Follows the failures of an episode's requests, and decides when to tell the user. */
export type Trouble = {
  /** A request failed. */
  met: (failure: Failure, stream?: Stream) => void;
  /**
   * A segment has arrived.
   * @returns whether nothing is failing any more
   */
  over: (stream?: Stream) => boolean;
  /** The user retries: the waiting time starts over. */
  again: () => void;
  /** Playback is over, or other code reports failures. */
  stop: () => void;
};

export type TroubleOptions = {
  media: HTMLVideoElement;
  tell: (fact: SourceFact) => void;
};

/**
 * While requests fail, the player plays what is loaded. Once nothing is left to show, the user is told what is wrong;
 * the next segment that arrives takes that back.
 */
export function createTrouble({ media, tell }: TroubleOptions): Trouble {
  const failing = new Map<Stream, Failure>();
  let attempt = 0;
  let told = false;
  let passedMs = 0;
  let dryForMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const forget = () => {
    clearInterval(timer);
    timer = undefined;
    passedMs = dryForMs = attempt = 0;
    told = false;
  };
  const again = () => {
    passedMs = dryForMs = 0;
    told = false;
  };
  const look = () => {
    passedMs += lookMs;
    // A paused player waits for the user, and one that is offline for the network. A player that the browser feeds is
    // paused because it has failed.
    const waits = !media.paused && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
    const dry = navigator.onLine && (waits || media.error !== null);
    dryForMs = dry ? dryForMs + lookMs : 0;
    if (told || passedMs < patienceMs || dryForMs < dryMs) return;
    told = true;
    tell({ type: "failed", failure: [...failing.values()].at(-1) ?? "network" });
  };
  // Starting over clears the reported failure.
  media.addEventListener("play", again);
  return {
    met(failure, stream = "main") {
      // The last entry is the latest failure.
      failing.delete(stream);
      failing.set(stream, failure);
      attempt += 1;
      tell({ type: "retrying", attempt });
      timer ??= setInterval(look, lookMs);
    },
    over(stream = "main") {
      failing.delete(stream);
      if (failing.size > 0) return false;
      if (timer === undefined) return true;
      forget();
      tell({ type: "recovered", playing: !media.paused });
      return true;
    },
    again,
    stop() {
      media.removeEventListener("play", again);
      failing.clear();
      forget();
    },
  };
}
