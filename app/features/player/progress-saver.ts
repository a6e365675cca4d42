import type { PlayerFact, PlayerState } from "./player-store.ts";

/** How much of a title counts as all of it: what remains are the credits. */
export const finishedShare = 0.95;

export type Place = { positionS: number; durationS: number };

export type ProgressSaverOptions = {
  /** Sends a place to the server. `leaving`: the page is going away and the request has to outlive it. */
  save: (place: Place, leaving: boolean) => void;
  /** Seconds between two saves while playing. */
  everyS: number;
  /** Length of the whole film in seconds, where only its beginning plays; null = what plays is all of it. */
  wholeS?: number | null;
  /** Milliseconds of a clock that only moves on. */
  now?: () => number;
};

export type ProgressSaver = {
  /** To be told of every fact, with the state after it. */
  follow: (state: PlayerState, fact: PlayerFact) => void;
  /** The page is hidden or left. */
  leave: (state: PlayerState) => void;
};

/** Two places nearer than this are one. */
const sameS = 1;
/** Milliseconds between two saves, whatever happens: dragging along the bar is one change. */
const calmMs = 1_500;

/**
 * Decides when a place is worth keeping: regularly while playing, at pauses, seeks, failures and the end, and at leaving.
 * A place counts only once playback has reached where it was to resume, so opening a page never loses one.
 */
export function createProgressSaver({
  save,
  everyS,
  wholeS = null,
  now = () => performance.now(),
}: ProgressSaverOptions): ProgressSaver {
  let savedS: number | null = null;
  // Counts from the first frame: there is nothing to keep of a film that has just begun.
  let savedAt: number | null = null;
  let finished = false;

  const worthKeeping = (state: PlayerState) =>
    state.resumed &&
    state.started &&
    state.durationS > 0 &&
    (savedS === null ? state.positionS >= sameS : Math.abs(state.positionS - savedS) >= sameS);

  const shareOf = ({ positionS, durationS }: PlayerState) => positionS / (wholeS ?? durationS);

  const keep = (state: PlayerState, leaving: boolean) => {
    finished = shareOf(state) >= finishedShare;
    savedS = state.positionS;
    savedAt = now();
    const positionS = Math.min(state.phase === "ended" ? state.durationS : state.positionS, state.durationS);
    save({ positionS: round(positionS), durationS: round(wholeS ?? state.durationS) }, leaving);
  };

  return {
    follow(state, fact) {
      if (state.started) savedAt ??= now();
      if (savedAt === null || !worthKeeping(state)) return;
      const sinceMs = now() - savedAt;
      const due = {
        time: state.phase === "playing" && sinceMs >= everyS * 1_000,
        pause: sinceMs >= calmMs,
        seeked: sinceMs >= calmMs,
        // A seek into a part that can't be had never ends, and people reload a page that fails.
        failed: true,
        ended: true,
      }[fact.type as "time" | "pause" | "seeked" | "failed" | "ended"];
      // The moment a title counts as watched is kept at once, so that no other device offers it again.
      const justFinished = !finished && shareOf(state) >= finishedShare;
      if (due || justFinished) keep(state, false);
    },
    leave(state) {
      if (worthKeeping(state)) keep(state, true);
    },
  };
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
