import type { Failure, SourceFact } from "./facts.ts";

/** Milliseconds for which a film may be in trouble, and has nothing to show, before people are told. */
const patienceMs = 6_000;
const dryMs = 2_000;
const lookMs = 500;

/** Which of a film's streams is meant: its picture (and the sound within), or a sound of its own. */
export type Stream = string;

/** Follows what goes wrong with a film's requests, and tells people when it is time to. */
export type Trouble = {
  /** A request was not answered as it should be. */
  met: (failure: Failure, stream?: Stream) => void;
  /** A segment has come. @returns whether nothing is failing any more */
  over: (stream?: Stream) => boolean;
  /** Somebody tries again: patience begins anew. */
  again: () => void;
  /** It is over, or not for us to tell. */
  stop: () => void;
};

export type TroubleOptions = {
  media: HTMLVideoElement;
  tell: (fact: SourceFact) => void;
};

/**
 * While a film's requests fail it plays what is loaded. Once there is nothing left to show, people are told what is wrong;
 * the first segment that comes takes that back.
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
    // A film that stands, and one without a network, wait for somebody or something else. One the browser plays by
    // itself stands because it has failed.
    const waits = !media.paused && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
    const dry = navigator.onLine && (waits || media.error !== null);
    dryForMs = dry ? dryForMs + lookMs : 0;
    if (told || passedMs < patienceMs || dryForMs < dryMs) return;
    told = true;
    tell({ type: "failed", failure: [...failing.values()].at(-1) ?? "network" });
  };
  // Whoever begins anew has taken back what was told.
  media.addEventListener("play", again);
  return {
    met(failure, stream = "main") {
      // Last is what was met last.
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
